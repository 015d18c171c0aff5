import { describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

describe('payments, refunds and payment methods', () => {
  it('refunds a charge in parts, but no more than its amount', async () => {
    const { customer } = await subscribe(world);
    const [intent] = (await stripe.paymentIntents.list({ customer })).data;
    const payment_intent = String(intent?.id);
    const first = await stripe.refunds.create({
      payment_intent,
      amount: 30_000,
      reason: 'requested_by_customer',
    });
    expect(first).toMatchObject({ object: 'refund', amount: 30_000, status: 'succeeded', payment_intent });
    await expectInvalid(stripe.refunds.create({ payment_intent, amount: 80_000 }), 'amount');
    await stripe.refunds.create({ payment_intent });
    const charge = await stripe.charges.retrieve(String(first.charge), {
      expand: ['refunds', 'payment_intent'],
    });
    expect(charge).toMatchObject({
      refunded: true,
      amount_refunded: 100_000,
      refunds: { data: [{ amount: 70_000 }, { amount: 30_000 }] },
    });
    await expectRejection(stripe.refunds.create({ payment_intent }), { code: 'charge_already_refunded' });
    expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
    const labelled = await stripe.refunds.update(first.id, { metadata: { why: 'test' } });
    expect(labelled.metadata).toEqual({ why: 'test' });
  });

  it('shows the address for the receipt on a payment and its charge', async () => {
    const receipt_email = 'ada@example.com';
    const { id } = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd', receipt_email });
    const cleared = await stripe.paymentIntents.update(id, { receipt_email: '' });
    expect(cleared).toMatchObject({ receipt_email: null });
    await stripe.paymentIntents.update(id, { receipt_email: 'other@example.com' });
    const card = { payment_method: 'pm_card_visa', return_url: 'https://site.test/back' };
    const paid = await stripe.paymentIntents.confirm(id, { ...card, receipt_email });
    expect(paid).toMatchObject({ receipt_email, status: 'succeeded' });
    expect(await stripe.charges.retrieve(String(paid.latest_charge))).toMatchObject({ receipt_email });
  });

  // Source: recorded answers in corporate/tests/stripe_fixtures of zulip/zulip.
  it('copies the metadata of a payment to its charges, as it is at the attempt', async () => {
    const { charges, paymentIntents } = world.stripe;
    const { id } = await paymentIntents.create({ amount: 700, currency: 'usd', metadata: { order: '7' } });
    const back = { return_url: 'https://site.test/back' };
    await readRejection(
      paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined', ...back }),
    );
    await paymentIntents.update(id, { metadata: { order: '8' } });
    await paymentIntents.confirm(id, { payment_method: 'pm_card_visa', ...back });
    await paymentIntents.update(id, { metadata: { order: '9' } });
    const { data } = await charges.list({ payment_intent: id });
    expect(data.map(({ metadata }) => metadata.order)).toEqual(['8', '7']);
  });

  it('saves the card of a payment with the customer', async () => {
    const { customer, subscription } = await subscribe(world, { card: 'amex' });
    const { data } = await stripe.customers.listPaymentMethods(customer);
    expect(data).toMatchObject([{ type: 'card', customer, card: { brand: 'amex', last4: '0005' } }]);
    const { default_payment_method } = await stripe.subscriptions.retrieve(subscription);
    expect(default_payment_method).toBe(data[0]?.id);
    expect(await stripe.paymentMethods.detach(String(data[0]?.id))).toMatchObject({ customer: null });
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });
});

describe('webhook endpoints, portal sessions and events', () => {
  it('returns the secret of an endpoint only when it is created', async () => {
    const url = 'https://site.test/hook';
    const created = await stripe.webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] });
    expect(created.secret).toMatch(/^whsec_/);
    const shown = await stripe.webhookEndpoints.retrieve(created.id);
    expect(shown).toMatchObject({ url, status: 'enabled', enabled_events: ['invoice.paid'] });
    expect(shown.secret).toBeUndefined();
    expect(await stripe.webhookEndpoints.update(created.id, { disabled: true })).toMatchObject({
      status: 'disabled',
    });
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
    expect(await stripe.webhookEndpoints.del(created.id)).toMatchObject({ deleted: true });
  });

  // Source: docs.stripe.com/webhooks (up to 16 endpoints).
  it('registers at most 16 endpoints in each mode', async () => {
    const endpoint = { url: 'https://site.test/hook', enabled_events: ['*'] as ['*'] };
    const ids: string[] = [];
    for (let count = 0; count < 16; count += 1) ids.push((await stripe.webhookEndpoints.create(endpoint)).id);
    await expectRejection(stripe.webhookEndpoints.create(endpoint), {
      ...{ statusCode: 400, message: 'You have reached the maximum of 16 test webhook endpoints.' },
    });
    await stripe.webhookEndpoints.del(String(ids[0]));
    expect(await stripe.webhookEndpoints.create(endpoint)).toMatchObject({ status: 'enabled' });
  });
});
