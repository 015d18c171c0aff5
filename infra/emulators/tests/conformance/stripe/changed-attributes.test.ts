import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { changeItem, payByCard, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;
const former = createWorld({ apiVersion: '2024-06-20' });

/** The latest event of a type. */
async function latest(type: string): Promise<Stripe.Event | undefined> {
  const { data } = await stripe.events.list({ type });
  return data[0];
}

const previous = async (type: string) => (await latest(type))?.data.previous_attributes;

// Source: docs.stripe.com/api/events/object#event_object-data-previous_attributes.
describe('previous_attributes', () => {
  it('has of metadata only what changed, and null for new keys', async () => {
    const { id } = await stripe.customers.create({ metadata: { kept: '1', changed: '2', removed: '3' } });
    await stripe.customers.update(id, { metadata: { changed: '4', removed: '', added: '5' } });
    expect(await previous('customer.updated')).toEqual({
      metadata: { changed: '2', removed: '3', added: null },
    });
  });

  it('has of a part only the fields that changed', async () => {
    const customer = await payer(world);
    expect(await previous('customer.updated')).toEqual({
      invoice_settings: { default_payment_method: null },
    });
    await stripe.customers.update(customer, { address: { city: 'Bern', country: 'CH' } });
    expect(await previous('customer.updated')).toEqual({ address: null });
    await stripe.customers.update(customer, { address: { city: 'Chur', country: 'CH' } });
    expect(await previous('customer.updated')).toEqual({ address: { city: 'Bern' } });
  });

  it('has all of a list whose elements changed, and nothing else of it', async () => {
    const made = await subscribedPayer(world);
    const [item] = made.items.data;
    await changeItem(stripe, made, { quantity: 2 }, { proration_behavior: 'none' });
    expect(await previous('customer.subscription.updated')).toMatchObject({ quantity: 1 });
    const { items: changed } = (await previous('customer.subscription.updated')) as Stripe.Subscription;
    expect(Object.keys(changed)).toEqual(['data']);
    expect(changed.data).toMatchObject([{ id: item?.id, quantity: 1, price: { id: item?.price.id } }]);
  });

  it('is reduced in earlier versions too', async () => {
    const customer = await payer(former);
    const items = [{ price: await findPrice(former.stripe) }];
    const { id } = await former.stripe.subscriptions.create({ customer, items });
    await rawApi(former, '2024-06-20').post(`subscriptions/${id}`, { cancel_at_period_end: true });
    const { data } = await former.stripe.events.list({ type: 'customer.subscription.updated' });
    expect(data[0]?.data.previous_attributes).toEqual({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
  });
});

// docs.stripe.com/api/events/types: each of these events "occurs whenever" something changes.
describe('an update that changes nothing', () => {
  it('sends no event', async () => {
    const { id } = await stripe.customers.create({ name: 'Ada' });
    const { id: product } = await stripe.products.create({ name: 'A' });
    await emulator.advanceTime({ seconds: 2 });
    await stripe.customers.update(id, { name: 'Ada' });
    await stripe.products.update(product, { name: 'A' });
    expect(await latest('customer.updated')).toBeUndefined();
    expect(await latest('product.updated')).toBeUndefined();
  });
});

describe('an event that tells the state before', () => {
  // Every field that changed counts, also `refunded`: docs.stripe.com/api/events/object#event_object-data-previous_attributes.
  it('says of a full refund that the charge was not refunded before', async () => {
    const { id: payment_intent } = await payByCard(stripe, 500);
    await stripe.refunds.create({ payment_intent, amount: 200 });
    expect(await previous('charge.refunded')).toEqual({ amount_refunded: 0 });
    await stripe.refunds.create({ payment_intent });
    expect(await previous('charge.refunded')).toEqual({ amount_refunded: 200, refunded: false });
  });

  // The key is removed from the other price: docs.stripe.com/api/prices/create#create_price-transfer_lookup_key.
  it('is sent for the price that loses its lookup key', async () => {
    const price = { currency: 'usd', unit_amount: 500, product_data: { name: 'A' }, lookup_key: 'standard' };
    const { id } = await stripe.prices.create(price);
    await stripe.prices.create({ ...price, transfer_lookup_key: true });
    const event = await latest('price.updated');
    expect(event?.data).toMatchObject({ object: { id, lookup_key: null } });
    expect(event?.data.previous_attributes).toEqual({ lookup_key: 'standard' });
  });
});
