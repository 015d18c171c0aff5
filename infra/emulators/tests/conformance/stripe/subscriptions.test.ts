import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../support/stripe/card-form.ts';
import { MONTHLY } from '../../support/stripe/catalogue.ts';
import { findPrice } from '../../support/stripe/checkout.ts';
import { APRIL, HOUR, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { expandedInvoice, payer } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

async function create(
  customer: string,
  params: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  const items = [{ price: await findPrice(stripe) }];
  return stripe.subscriptions.create({
    customer,
    items,
    expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    ...params,
  });
}

const retrieveIntent = (subscription: Stripe.Subscription) =>
  String(expandedInvoice(subscription).payments?.data[0]?.payment.payment_intent);

describe('a subscription without a checkout', () => {
  it.each([
    ['by default', {}],
    ['with allow_incomplete', { payment_behavior: 'allow_incomplete' }],
    ['with error_if_incomplete', { payment_behavior: 'error_if_incomplete' }],
  ] as const)('requires a card %s', async (_when, params) => {
    const customer = (await stripe.customers.create()).id;
    await expectRejection(create(customer, params), {
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      message: expect.stringContaining('no attached payment source or default payment method'),
    });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  it.each(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const)(
    'needs no card with %s if there is nothing to pay',
    async (payment_behavior) => {
      const customer = (await stripe.customers.create()).id;
      const free = await stripe.prices.create({ ...MONTHLY, unit_amount: 0, product: 'outharbor_pro' });
      const paid = { latest_invoice: { total: 0, status: 'paid' } };
      const trial = await create(customer, { payment_behavior, trial_period_days: 7 });
      expect(trial).toMatchObject({ status: 'trialing', ...paid });
      const gratis = await create(customer, { payment_behavior, items: [{ price: free.id }] });
      expect(gratis).toMatchObject({ status: 'active', ...paid });
    },
  );

  it('waits for the first payment, which is confirmed with its client secret', async () => {
    const customer = (await stripe.customers.create()).id;
    const waiting = await create(customer, {
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
    });
    expect(waiting).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } });
    const intent = await stripe.paymentIntents.retrieve(retrieveIntent(waiting));
    expect(expandedInvoice(waiting).confirmation_secret).toEqual({
      client_secret: intent.client_secret,
      type: 'payment_intent',
    });
    const declined = stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' });
    await expectRejection(declined, { statusCode: 402, code: 'card_declined' });
    expect(await stripe.subscriptions.retrieve(waiting.id)).toMatchObject({ status: 'incomplete' });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded' });
    expect(await stripe.subscriptions.retrieve(waiting.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      default_payment_method: paid.payment_method,
      latest_invoice: { status: 'paid' },
    });
    expect(await stripe.paymentMethods.retrieve(String(paid.payment_method))).toMatchObject({ customer });
    await expectRejection(stripe.paymentIntents.confirm(intent.id), {
      code: 'payment_intent_unexpected_state',
    });
  });

  it('expires after 23 hours without a payment', async () => {
    const customer = (await stripe.customers.create()).id;
    const waiting = await create(customer, { payment_behavior: 'default_incomplete' });
    await emulator.advanceTime({ seconds: 23 * HOUR - 10 });
    expect(await stripe.subscriptions.retrieve(waiting.id)).toMatchObject({ status: 'incomplete' });
    await emulator.advanceTime({ seconds: 20 });
    expect(await stripe.subscriptions.retrieve(waiting.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
    expect(await stripe.paymentIntents.retrieve(retrieveIntent(waiting))).toMatchObject({
      status: 'canceled',
    });
  });

  it('stays incomplete after a decline, or is not created with error_if_incomplete', async () => {
    const customer = await payer(world, 'pm_card_chargeCustomerFail');
    const rejected = create(customer, { off_session: true, payment_behavior: 'error_if_incomplete' });
    await expectRejection(rejected, { statusCode: 402 });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect(await create(customer, { off_session: true })).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', attempt_count: 1 },
    });
  });

  it('is not created with error_if_incomplete if the card requires authentication', async () => {
    const customer = await payer(world, 'pm_card_authenticationRequired');
    await expectRejection(create(customer, { payment_behavior: 'error_if_incomplete' }), {
      statusCode: 402,
      type: 'StripeCardError',
      code: 'subscription_payment_intent_requires_action',
    });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  it('rejects pending_if_incomplete, which is for updates only', async () => {
    const customer = await payer(world);
    await expectInvalid(create(customer, { payment_behavior: 'pending_if_incomplete' }), 'payment_behavior');
  });

  it('starts with a coupon or promotion code, which a declined payment does not redeem', async () => {
    const off = { amount_off: 1000, currency: 'usd', duration: 'once' } as const;
    const { id: coupon } = await stripe.coupons.create(off);
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } });
    for (const discount of [{ coupon }, { promotion_code: code.id }]) {
      const customer = await payer(world);
      expect(await create(customer, { discounts: [discount] })).toMatchObject({
        status: 'active',
        latest_invoice: { subtotal: 100_000, total: 99_000, status: 'paid' },
      });
    }
    const customer = await payer(world, 'pm_card_chargeCustomerFail');
    const behavior = { off_session: true, payment_behavior: 'error_if_incomplete' } as const;
    const rejected = create(customer, { ...behavior, discounts: [{ coupon }] });
    await expectRejection(rejected, { statusCode: 402 });
    expect(await stripe.coupons.retrieve(coupon)).toMatchObject({ times_redeemed: 2 });
    expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ times_redeemed: 1 });
  });

  it('is authenticated on a page that redirects back', async () => {
    const customer = await payer(world, 'pm_card_authenticationRequired');
    const waiting = await create(customer);
    expect(waiting).toMatchObject({ status: 'incomplete' });
    const intent = await stripe.paymentIntents.confirm(retrieveIntent(waiting), {
      return_url: 'https://site.test/back',
    });
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const page = new URL(String(intent.next_action?.redirect_to_url?.url));
    const shown = await fetch(`${emulator.url}${page.pathname}`);
    expect(await shown.text()).toContain('Authenticate your payment');
    const answer = await authenticate(world, intent);
    expect(answer.headers.get('location')).toMatch(
      /^https:\/\/site\.test\/back\?payment_intent=pi_\w+&.*redirect_status=succeeded$/,
    );
    expect(await stripe.subscriptions.retrieve(waiting.id)).toMatchObject({ status: 'active' });
  });

  it('bills one-time items on the invoice of a change, or else on the next one', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const { id, items } = await create(customer);
    const fee = await stripe.prices.create({ currency: 'usd', unit_amount: 5000, product: 'outharbor_pro' });
    await advanceTo(MIDDLE);
    const fees = (quantity: number) => ({ add_invoice_items: [{ price: fee.id, quantity }] });
    await stripe.subscriptions.update(id, { ...fees(1), proration_behavior: 'always_invoice' });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    const [pending] = (await stripe.invoiceItems.list({ customer, pending: true })).data;
    expect(pending).toMatchObject({ amount: 5000, period: { start: APRIL, end: MAY } });
    const more = [{ id: String(items.data[0]?.id), quantity: 2 }];
    const billed = await stripe.subscriptions.update(id, {
      ...fees(3),
      items: more,
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    });
    // A second seat for the rest of the month, and the four fees added so far.
    expect(expandedInvoice(billed)).toMatchObject({ status: 'paid', total: 70_000 });
    const restarted = await stripe.subscriptions.update(id, {
      ...fees(2),
      items: more,
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
      expand: ['latest_invoice'],
    });
    expect(expandedInvoice(restarted)).toMatchObject({ status: 'paid', total: 210_000 });
    const june = Date.UTC(2027, 4, 16) / 1000;
    expect(
      expandedInvoice(restarted).lines.data.map(({ amount, period }) => [amount, period.start, period.end]),
    ).toEqual([
      [10_000, MIDDLE, june],
      [200_000, MIDDLE, june],
    ]);
    expect((await stripe.invoiceItems.list({ customer, pending: true })).data).toEqual([]);
  });

  it('rejects recurring prices as one-time items, and all items once it has ended', async () => {
    const customer = await payer(world);
    const { id } = await create(customer);
    const adding = (price: string) => stripe.subscriptions.update(id, { add_invoice_items: [{ price }] });
    await expectInvalid(adding(await findPrice(stripe)), 'add_invoice_items[0][price]');
    await stripe.subscriptions.cancel(id);
    const fee = await stripe.prices.create({ currency: 'usd', unit_amount: 5000, product: 'outharbor_pro' });
    await expectRejection(adding(fee.id), { code: 'invalid_canceled_subscription_fields' });
    expect((await stripe.invoiceItems.list({ customer })).data).toEqual([]);
  });

  it('can be changed through its items', async () => {
    const customer = await payer(world);
    const { id: subscription } = await create(customer);
    const added = await stripe.subscriptionItems.create({
      subscription,
      price: await findPrice(stripe, 'basic_monthly'),
      quantity: 2,
      proration_behavior: 'none',
    });
    expect(added).toMatchObject({ quantity: 2, subscription });
    expect(
      await stripe.subscriptionItems.update(added.id, { quantity: 5, proration_behavior: 'none' }),
    ).toMatchObject({ quantity: 5 });
    expect(await stripe.subscriptionItems.del(added.id)).toMatchObject({ deleted: true });
    expect((await stripe.subscriptionItems.list({ subscription })).data).toHaveLength(1);
  });
});
