import { describe, expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { expectError, rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

async function data(amount: number) {
  const { id: product } = await stripe.products.create({ name: 'Workshop' });
  return { currency: 'usd', product, unit_amount: amount };
}

const monthly = async (amount: number) => ({
  ...(await data(amount)),
  recurring: { interval: 'month' as const },
});

describe('a price described in a request', () => {
  it('makes an archived price for the items of a subscription', async () => {
    const { id, items } = await subscribedPayer(world, {
      items: [{ price_data: await monthly(1500) }],
      add_invoice_items: [{ price_data: await data(500) }],
      expand: ['latest_invoice'],
    });
    const [item] = items.data;
    expect(item?.price).toMatchObject({ active: false, unit_amount: 1500 });
    expect(await stripe.invoices.list({ subscription: id })).toMatchObject({ data: [{ total: 2000 }] });
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items: [{ id: item?.id ?? '', price_data: await monthly(4500) }] },
    });
    expect(preview.lines.data.map(({ amount }) => amount)).toContain(4500);
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: item?.id ?? '', price_data: await monthly(3000) }],
    });
    expect(changed.items.data[0]?.price).toMatchObject({ unit_amount: 3000 });
    const added = await stripe.subscriptionItems.create({ subscription: id, price_data: await monthly(700) });
    expect(added.price).toMatchObject({ unit_amount: 700 });
  });

  it('bills invoice items', async () => {
    const customer = await payer(world);
    const item = await stripe.invoiceItems.create({ customer, quantity: 3, price_data: await data(400) });
    expect(item).toMatchObject({ amount: 1200, description: 'Workshop', quantity: 3 });
    const dearer = await stripe.invoiceItems.update(item.id, { price_data: await data(500), quantity: 2 });
    expect(dearer).toMatchObject({ amount: 1000, quantity: 2 });
  });

  it('replaces no other price', async () => {
    const customer = await payer(world);
    const price = await findPrice(stripe);
    const items = [{ price, price_data: await monthly(1500) }];
    const both = rawApi(world).post('subscriptions', { customer, items });
    await expectError(both, 400, { param: 'items[0][price_data]' });
    const unknown = stripe.subscriptions.create({
      customer,
      items: [{ price_data: { ...(await monthly(1500)), product: 'prod_none' } }],
    });
    await expectRejection(unknown, { code: 'resource_missing', param: 'items[0][price_data][product]' });
    const amount = stripe.invoiceItems.create({ customer, amount: 5, price_data: await data(400) });
    await expectInvalid(amount, 'price_data');
  });
});

describe('a unit amount of an invoice item', () => {
  it('is multiplied, in each version under its name', async () => {
    const customer = await payer(world);
    const item = { customer, currency: 'usd', description: 'Hours', quantity: 3 };
    const { body } = await rawApi(world, '2024-06-20').post('invoiceitems', { ...item, unit_amount: 250 });
    expect(body).toMatchObject({ amount: 750, quantity: 3, unit_amount: 250 });
    const newest = await rawApi(world).post('invoiceitems', { ...item, unit_amount_decimal: '-0.5' });
    expect(newest.body).toMatchObject({ amount: -1, pricing: { unit_amount_decimal: '-0.5' } });
    const both = await rawApi(world).post('invoiceitems', { ...item, amount: 5, unit_amount_decimal: '5' });
    expect(both).toMatchObject({ status: 400 });
  });
});
