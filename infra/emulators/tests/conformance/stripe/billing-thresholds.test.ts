import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { payForWith, vatRate } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
const START = at('2027-01-01');

interface Plan {
  readonly tiers?: Stripe.PriceCreateParams['tiers'];
  readonly mode?: 'graduated' | 'volume';
  readonly formula?: 'last' | 'sum';
}

/** A customer on a test clock, and a price of 4 cents for each letter that their meter counts. */
async function account({ tiers, mode, formula = 'sum' }: Plan = {}) {
  const { customer, advanceTo } = await customerOnClock(world, START);
  const meter = await stripe.billing.meters.create({
    display_name: 'Letters',
    event_name: 'letters',
    default_aggregation: { formula },
  });
  const { id: price } = await stripe.prices.create({
    currency: 'eur',
    product_data: { name: 'Letter' },
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
    ...(tiers === undefined
      ? { unit_amount: 4 }
      : { billing_scheme: 'tiered', tiers, tiers_mode: mode ?? 'graduated' }),
  });
  const fee = await monthlyPrice(stripe, 3100, { currency: 'eur' });
  return {
    customer,
    price,
    fee,
    advanceTo,
    subscribe: (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
      stripe.subscriptions.create({ customer, items: [{ price }], ...more }),
    use: (value: number) =>
      stripe.billing.meterEvents.create({
        event_name: 'letters',
        payload: { stripe_customer_id: customer, value: String(value) },
      }),
    /** Lists the invoices after the first, oldest first. */
    async invoices() {
      const { data } = await stripe.invoices.list({ customer });
      return data.toReversed().filter(({ billing_reason }) => billing_reason !== 'subscription_create');
    },
  };
}

const former = () => rawApi(world, '2024-06-20');

/** A price of 10 cents for what usage records count. */
async function formerPrice(aggregate_usage = 'sum'): Promise<string> {
  const { id: product } = await stripe.products.create({ name: 'Word' });
  const recurring = { interval: 'month', usage_type: 'metered', aggregate_usage };
  const { body } = await former().post('prices', { currency: 'eur', product, unit_amount: 10, recurring });
  return String(body.id);
}

const billedLines = ({ lines }: Stripe.Invoice) =>
  lines.data.map(({ amount, quantity }) => [quantity, amount]);
const billingReason = ({ billing_reason }: Stripe.Invoice) => billing_reason;

describe('a threshold for the amount', () => {
  it('bills usage that reaches it, and each time that as much has been used again', async () => {
    const { advanceTo, invoices, subscribe, use } = await account();
    const { id, billing_thresholds } = await subscribe({ billing_thresholds: { amount_gte: 4000 } });
    expect(billing_thresholds).toEqual({ amount_gte: 4000, reset_billing_cycle_anchor: false });
    await advanceTo(at('2027-01-11'));
    await use(900);
    expect(await invoices()).toEqual([]);
    await use(150);
    const [first] = await invoices();
    expect(first).toMatchObject({
      billing_reason: 'subscription_threshold',
      status: 'paid',
      amount_paid: 4200,
      total: 4200,
      threshold_reason: { amount_gte: 4000, item_reasons: [] },
    });
    expect(first?.lines.data[0]?.period).toEqual({ start: START, end: at('2027-01-11') });
    const subscription = await stripe.subscriptions.retrieve(id);
    expect(subscription).toMatchObject({ billing_cycle_anchor: START, latest_invoice: first?.id });
    expect(subscription.items.data[0]?.current_period_end).toBe(at('2027-02-01'));
    await use(999);
    await use(1);
    await use(50);
    await advanceTo(at('2027-02-02'));
    const billed = await invoices();
    expect(billed.map(billingReason)).toEqual([
      'subscription_threshold',
      'subscription_threshold',
      'subscription_cycle',
    ]);
    expect(billed.map(({ total }) => total)).toEqual([4200, 4000, 200]);
    expect(billed.map(billedLines)).toEqual([
      [[1050, 4200]],
      [
        [2050, 8200],
        [1, -4200],
      ],
      [
        [2100, 8400],
        [1, -8200],
      ],
    ]);
    await use(10);
    await advanceTo(at('2027-03-02'));
    expect((await invoices()).at(-1)).toMatchObject({ total: 40 });
  });

  it('discards a pending update when it is reached', async () => {
    const { subscriptions } = stripe;
    const { customer, fee, price, subscribe, use } = await account();
    const { id, items } = await subscribe({
      items: [{ price: fee }, { price }],
      billing_thresholds: { amount_gte: 4000 },
    });
    await payForWith(world, customer, id, 'pm_card_chargeCustomerFail');
    const pending = await subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), quantity: 2 }],
      ...{ payment_behavior: 'pending_if_incomplete', proration_behavior: 'always_invoice' },
    });
    expect(pending.pending_update).not.toBeNull();
    await use(1050);
    expect(await subscriptions.retrieve(id)).toMatchObject({ pending_update: null });
    const { latest_invoice: invoice } = pending;
    expect(await stripe.invoices.retrieve(String(invoice))).toMatchObject({ status: 'void' });
  });

  it('keeps the tiers of the period, and leaves what is billed too much to the balance', async () => {
    const tiers: Plan['tiers'] = [
      { up_to: 1000, unit_amount: 50 },
      { up_to: 'inf', unit_amount: 40 },
    ];
    const { advanceTo, customer, invoices, subscribe, use } = await account({ tiers, mode: 'volume' });
    await subscribe({ billing_thresholds: { amount_gte: 50_000 } });
    await use(1000);
    await use(250);
    expect((await invoices()).map(({ total }) => total)).toEqual([50_000]);
    await use(1250);
    expect((await invoices()).map(({ total }) => total)).toEqual([50_000, 50_000]);
    expect(billedLines((await invoices())[1] as Stripe.Invoice)).toEqual([
      [2500, 100_000],
      [1, -50_000],
    ]);
    await advanceTo(at('2027-02-02'));
    await use(1000);
    await use(1);
    await advanceTo(at('2027-03-02'));
    expect((await invoices()).at(-1)).toMatchObject({ total: 40_040 - 50_000 });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: 40_040 - 50_000 });
  });

  it('counts discounts and pending items, and no tax', async () => {
    const { customer, invoices, price, subscribe, use } = await account();
    const { id: half } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const rate = await vatRate(stripe, 10);
    await subscribe({
      items: [{ price, tax_rates: [rate] }],
      billing_thresholds: { amount_gte: 4000 },
      discounts: [{ coupon: half }],
    });
    await use(1999);
    expect(await invoices()).toEqual([]);
    await use(1);
    await use(1000);
    await stripe.invoiceItems.create({ customer, amount: 2000, currency: 'eur', discountable: false });
    await use(1);
    expect((await invoices()).map(({ total_excluding_tax }) => total_excluding_tax)).toEqual([4000, 4002]);
  });

  it('starts a new period if it is told to', async () => {
    const { advanceTo, fee, invoices, price, subscribe, use } = await account();
    const { id } = await subscribe({
      items: [{ price }, { price: fee }],
      billing_thresholds: { amount_gte: 4000, reset_billing_cycle_anchor: true },
    });
    await advanceTo(at('2027-01-11'));
    await use(1200);
    await use(30);
    const subscription = await stripe.subscriptions.retrieve(id);
    expect(subscription.billing_cycle_anchor).toBe(at('2027-01-11'));
    expect(subscription.items.data.map((item) => item.current_period_end)).toEqual([
      at('2027-02-11'),
      at('2027-02-11'),
    ]);
    await advanceTo(at('2027-02-12'));
    expect((await invoices()).map(billedLines)).toEqual([
      [
        [1200, 4800],
        [1, 3100],
      ],
      [
        [30, 120],
        [1, 3100],
      ],
    ]);
    expect((await invoices()).map(billingReason)).toEqual(['subscription_threshold', 'subscription_cycle']);
  });

  it('waits for the renewal on the last day, and for the end of a trial', async () => {
    const { advanceTo, invoices, subscribe, use } = await account();
    const thresholds = { billing_thresholds: { amount_gte: 400 } };
    await subscribe({ ...thresholds, trial_end: at('2027-01-05') });
    await use(500);
    await advanceTo(at('2027-01-06'));
    await use(99);
    await advanceTo(at('2027-02-04') + 3600);
    await use(1);
    const reasons = (await invoices()).map(billingReason);
    expect(reasons).not.toContain('subscription_threshold');
  });
});

describe('a threshold for the usage of an item', () => {
  it('bills all usage of the subscription', async () => {
    const { invoices, price, subscribe, use } = await account();
    const subscription = await subscribe({ items: [{ price, billing_thresholds: { usage_gte: 100 } }] });
    expect(subscription.billing_thresholds).toBeNull();
    const [item] = subscription.items.data;
    expect(item?.billing_thresholds).toEqual({ usage_gte: 100 });
    await use(99);
    await use(2);
    const [first] = await invoices();
    expect(first).toMatchObject({
      total: 404,
      threshold_reason: {
        amount_gte: null,
        item_reasons: [{ line_item_ids: [first?.lines.data[0]?.id], usage_gte: 100 }],
      },
    });
    await use(99);
    expect(await invoices()).toHaveLength(1);
    const lowered = await stripe.subscriptionItems.update(String(item?.id), {
      billing_thresholds: { usage_gte: 50 },
    });
    expect(lowered.billing_thresholds).toEqual({ usage_gte: 50 });
    expect((await invoices()).map(({ total }) => total)).toEqual([404, 396]);
    const removed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: String(item?.id), billing_thresholds: '' }],
    });
    expect(removed.items.data[0]?.billing_thresholds).toBeNull();
    await use(1000);
    expect(await invoices()).toHaveLength(2);
  });

  it('counts usage records in versions before basil', async () => {
    const { subscribe, invoices } = await account();
    const price = await formerPrice();
    const { items } = await subscribe({ items: [{ price, billing_thresholds: { usage_gte: 20 } }] });
    const path = `subscription_items/${items.data[0]?.id}/usage_records`;
    expect(await former().post(path, { quantity: 25 })).toMatchObject({ status: 200 });
    expect((await invoices()).map(({ total }) => total)).toEqual([250]);
  });
});

describe('a billing threshold', () => {
  it('is changed part by part, removed, and changes nothing else', async () => {
    const { subscribe, invoices, use } = await account();
    const { id } = await subscribe({ billing_thresholds: { amount_gte: 4000 } });
    const restarting = await stripe.subscriptions.update(id, {
      billing_thresholds: { reset_billing_cycle_anchor: true },
    });
    expect(restarting.billing_thresholds).toEqual({ amount_gte: 4000, reset_billing_cycle_anchor: true });
    const removed = await stripe.subscriptions.update(id, { billing_thresholds: '' });
    expect(removed.billing_thresholds).toBeNull();
    await use(5000);
    expect(await invoices()).toEqual([]);
    expect(await listEventTypes(world, { type: 'customer.subscription.updated' })).toHaveLength(2);
    const late = await stripe.subscriptions.update(id, { billing_thresholds: { amount_gte: 5000 } });
    expect((await invoices()).map(({ id: invoice }) => invoice)).toEqual([late.latest_invoice]);
  });

  it('is at least what can be charged', async () => {
    const { subscribe } = await account();
    const low = subscribe({ billing_thresholds: { amount_gte: 49 } });
    await expectInvalid(low, 'billing_thresholds[amount_gte]');
  });

  it('is rejected where usage has no such threshold', async () => {
    const { fee, price, subscribe } = await account();
    const licensed = subscribe({ items: [{ price: fee, billing_thresholds: { usage_gte: 5 } }] });
    await expectRejection(licensed, { statusCode: 501, param: 'items[0][billing_thresholds]' });
    const none = subscribe({ items: [{ price, billing_thresholds: { usage_gte: 0 } }] });
    await expectInvalid(none, 'items[0][billing_thresholds][usage_gte]');
    const { id } = await subscribe();
    const pending = stripe.subscriptions.update(id, {
      billing_thresholds: { amount_gte: 500 },
      payment_behavior: 'pending_if_incomplete',
    });
    await expectRejection(pending, {
      statusCode: 400,
      message: expect.stringContaining('`billing_thresholds` is not supported'),
    });
  });

  it('cannot restart periods of usage that never starts again', async () => {
    const { subscribe } = await account();
    const price = await formerPrice('last_ever');
    const billing_thresholds = { amount_gte: 500, reset_billing_cycle_anchor: true };
    await expectInvalid(
      subscribe({ items: [{ price }], billing_thresholds }),
      'billing_thresholds[reset_billing_cycle_anchor]',
    );
  });
});
