import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { changeItem, payer, subscribedPayer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const MINUTE = 60;
const world = createWorld();
const { stripe, emulator } = world;

const METER = {
  display_name: 'Translated words',
  event_name: 'translated_words',
  default_aggregation: { formula: 'sum' },
} as const;

const newMeter = (changes: Partial<Stripe.Billing.MeterCreateParams> = {}) =>
  stripe.billing.meters.create({ ...METER, ...changes });

const use = (customer: string, value: number, more: Partial<Stripe.Billing.MeterEventCreateParams> = {}) =>
  stripe.billing.meterEvents.create({
    event_name: METER.event_name,
    payload: { stripe_customer_id: customer, value: String(value) },
    ...more,
  });

async function newPrice(changes: Partial<Stripe.PriceCreateParams>): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: 'Translation', unit_label: 'word' });
  return stripe.prices.create({
    product: product.id,
    currency: 'eur',
    recurring: { interval: 'month' },
    ...changes,
  });
}

const metered = async (changes: Partial<Stripe.PriceCreateParams> = {}) => {
  const meter = await newMeter();
  const recurring = { interval: 'month', usage_type: 'metered', meter: meter.id } as const;
  return newPrice({ recurring, ...(changes.tiers === undefined && { unit_amount: 4 }), ...changes });
};

const subscribed = async (price: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const subscription = await subscribedPayer(world, { items: [{ price }], ...more });
  return { customer: subscription.customer, subscription };
};

const listLines = async (subscription: string) => {
  const [invoice] = (await stripe.invoices.list({ subscription })).data;
  return (invoice?.lines.data ?? []).map(({ amount, description, quantity }) => ({
    amount,
    description,
    quantity,
  }));
};

describe('a meter', () => {
  it('is created, renamed, deactivated and reactivated, with an event each', async () => {
    const { billing } = stripe;
    const meter = await newMeter();
    expect(meter).toMatchObject({
      object: 'billing.meter',
      customer_mapping: { event_payload_key: 'stripe_customer_id', type: 'by_id' },
      default_aggregation: { formula: 'sum' },
      event_time_window: null,
      status: 'active',
      status_transitions: { deactivated_at: null },
      value_settings: { event_payload_key: 'value' },
    });
    expect(await billing.meters.update(meter.id, { display_name: 'Words' })).toMatchObject({
      display_name: 'Words',
    });
    expect(await billing.meters.deactivate(meter.id)).toMatchObject({ status: 'inactive' });
    expect((await billing.meters.list({ status: 'active' })).data).toEqual([]);
    expect(await billing.meters.reactivate(meter.id)).toMatchObject({ status: 'active' });
    expect(await billing.meters.retrieve(meter.id)).toMatchObject({ display_name: 'Words' });
    expect(await listEventTypes(world, { type: 'billing.meter.*' })).toEqual([
      'billing.meter.created',
      'billing.meter.updated',
      'billing.meter.deactivated',
      'billing.meter.reactivated',
    ]);
  });

  it('shares its event name with no other active one', async () => {
    const { id } = await newMeter();
    await expectInvalid(newMeter(), 'event_name');
    await stripe.billing.meters.deactivate(id);
    await newMeter();
    await expectRejection(stripe.billing.meters.reactivate(id), { statusCode: 400 });
  });

  it('rejects an event that nobody could be billed for', async () => {
    const customer = await payer(world);
    await expectRejection(use(customer, 5), {
      statusCode: 400,
      message: 'No active meter found for event name "translated_words".',
    });
    await newMeter();
    const now = await emulator.now();
    await expectRejection(use('cus_none', 5), { code: 'resource_missing' });
    for (const timestamp of [now + 10 * MINUTE, now - 36 * DAY]) {
      await expectInvalid(use(customer, 5, { timestamp }), 'timestamp');
    }
    const payload = { stripe_customer_id: customer, value: 'many' };
    await expectInvalid(use(customer, 5, { payload }), 'payload[value]');
    await use(customer, 5, { identifier: 'words-1' });
    await expectRejection(use(customer, 5, { identifier: 'words-1' }), {
      message: 'An event already exists with identifier words-1.',
    });
  });

  it('sums up a time by hour and day, without canceled events', async () => {
    const { billing } = stripe;
    const { id } = await newMeter();
    const customer = await payer(world);
    const start = Math.floor((await emulator.now()) / DAY) * DAY - 2 * DAY;
    await use(customer, 3, { timestamp: start });
    await use(customer, 4, { timestamp: start + 2 * 3600 });
    await use(customer, 5, { timestamp: start + DAY, identifier: 'twice' });
    await use(await payer(world), 100, { timestamp: start });
    await billing.meterEventAdjustments.create({
      event_name: METER.event_name,
      type: 'cancel',
      cancel: { identifier: 'twice' },
    });
    const range = { customer, start_time: start, end_time: start + 2 * DAY };
    const readValues = async (window?: 'day' | 'hour') => {
      const grouping = window === undefined ? {} : { value_grouping_window: window };
      const { data } = await billing.meters.listEventSummaries(id, { ...range, ...grouping });
      return data.map(({ aggregated_value: value, start_time: at }) => [at - start, value]);
    };
    expect(await readValues()).toEqual([[0, 7]]);
    expect(await readValues('day')).toEqual([[0, 7]]);
    expect(await readValues('hour')).toEqual([
      [2 * 3600, 4],
      [0, 3],
    ]);
    const crooked = billing.meters.listEventSummaries(id, { ...range, start_time: start + 1 });
    await expectInvalid(crooked, 'start_time');
  });

  it('counts events, or takes the last value, as its formula says', async () => {
    const { billing } = stripe;
    const start = Math.floor((await emulator.now()) / DAY) * DAY - DAY;
    const customer = await payer(world);
    const measured = async (formula: 'count' | 'last') => {
      const meter = await newMeter({ event_name: formula, default_aggregation: { formula } });
      await use(customer, 9, { event_name: formula, timestamp: start + 120 });
      await use(customer, 2, { event_name: formula, timestamp: start + 60 });
      const range = { customer, start_time: start, end_time: start + DAY };
      return (await billing.meters.listEventSummaries(meter.id, range)).data[0]?.aggregated_value;
    };
    expect([await measured('count'), await measured('last')]).toEqual([2, 9]);
  });
});

describe('a metered price', () => {
  it('needs an active meter', async () => {
    const bare = newPrice({ unit_amount: 4, recurring: { interval: 'month', usage_type: 'metered' } });
    await expectRejection(bare, {
      message: 'Starting with Stripe version `2025-03-31.basil`, metered prices must be backed by meters.',
    });
    const { id } = await newMeter();
    await stripe.billing.meters.deactivate(id);
    const recurring = { interval: 'month', usage_type: 'metered', meter: id } as const;
    await expectInvalid(newPrice({ unit_amount: 4, recurring }), 'recurring[meter]');
  });

  it('bills the usage of each period when it has ended, and nothing at the start', async () => {
    const price = await metered();
    expect(price.recurring).toMatchObject({ usage_type: 'metered' });
    const { customer, subscription } = await subscribed(price.id);
    expect(subscription.status).toBe('active');
    expect(subscription.items.data[0]).not.toHaveProperty('quantity');
    expect(subscription.latest_invoice).toBeNull();
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
    await use(customer, 100);
    await use(customer, 25);
    const upcoming = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(upcoming.total).toBe(500);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await listLines(subscription.id)).toEqual([
      { amount: 500, description: '125 word × Translation (at €0.04 / month)', quantity: 125 },
    ]);
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    const [item] = subscription.items.data;
    expect(invoice).toMatchObject({ status: 'paid', total: 500 });
    expect(invoice?.lines.data[0]?.period).toEqual({
      start: item?.current_period_start,
      end: item?.current_period_end,
    });
    await emulator.advanceTime({ months: 1 });
    expect(await listLines(subscription.id)).toMatchObject([{ amount: 0, quantity: 0 }]);
  });

  // docs.stripe.com/billing/invoices/subscription, "New subscription invoices".
  it('has an invoice at the start in classic billing mode, and for pending items', async () => {
    const { id: price } = await metered();
    const customer = await payer(world);
    const start = (type: 'classic' | 'flexible') =>
      stripe.subscriptions.create({
        ...{ customer, items: [{ price }], billing_mode: { type }, expand: ['latest_invoice'] },
      });
    const classic = await start('classic');
    expect(classic.latest_invoice).toMatchObject({
      total: 0,
      lines: { data: [{ amount: 0, description: '0 word × Translation (at €0.04 / month)', quantity: 0 }] },
    });
    await stripe.invoiceItems.create({ customer, amount: 700, currency: 'eur' });
    const flexible = await start('flexible');
    expect(flexible.latest_invoice).toMatchObject({ total: 700, lines: { data: [{ amount: 700 }] } });
  });

  it('has no quantity to set', async () => {
    const price = await metered();
    const customer = await payer(world);
    const items = [{ price: price.id, quantity: 2 }];
    await expectInvalid(stripe.subscriptions.create({ customer, items }), 'items[0][quantity]');
    const bought = { line_items: [{ price: price.id }], expand: ['line_items'] };
    const session = await createSession(stripe, bought);
    expect(session).toMatchObject({ amount_total: 0, line_items: { data: [{ quantity: null }] } });
  });

  it('costs nothing in a trial', async () => {
    const { customer, subscription } = await subscribed((await metered()).id, { trial_period_days: 7 });
    await use(customer, 50);
    await emulator.advanceTime({ days: 7, minutes: 1 });
    expect(await listLines(subscription.id)).toMatchObject([{ amount: 0, quantity: 50 }]);
    await use(customer, 10);
    await emulator.advanceTime({ months: 1 });
    expect(await listLines(subscription.id)).toMatchObject([{ amount: 40, quantity: 10 }]);
  });

  it('is billed with the last invoice of a subscription that ends', async () => {
    const { customer, subscription } = await subscribed((await metered()).id);
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await use(customer, 30);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' });
    expect(await listLines(subscription.id)).toMatchObject([{ amount: 120, quantity: 30 }]);
  });

  it('is billed at once by a cancellation with invoice_now', async () => {
    const { customer, subscription } = await subscribed((await metered()).id);
    await use(customer, 20);
    await stripe.subscriptions.cancel(subscription.id, { invoice_now: true });
    expect(await listLines(subscription.id)).toMatchObject([{ amount: 80, quantity: 20 }]);
  });

  it('bills its usage with the next invoice after its removal, in flexible billing mode', async () => {
    const usage = await metered();
    const flat = await newPrice({ unit_amount: 900 });
    const both = [{ price: flat.id }, { price: usage.id }];
    const { customer, items } = await subscribedPayer(world, { items: both });
    await use(customer, 25);
    const [, item] = items.data;
    await stripe.subscriptionItems.del(item?.id ?? '');
    expect((await stripe.invoiceItems.list({ customer })).data).toMatchObject([
      { amount: 100, quantity: 25 },
    ]);
  });
});

describe('a usage record, before basil', () => {
  const api = () => rawApi(world, '2024-06-20');

  async function subscribedBefore(recurring: object = {}) {
    const product = await stripe.products.create({ name: 'Translation' });
    const { body: price } = await api().post('prices', {
      product: product.id,
      currency: 'eur',
      unit_amount: 4,
      recurring: { interval: 'month', usage_type: 'metered', ...recurring },
    });
    const customer = await payer(world);
    const { body } = await api().post('subscriptions', { customer, items: [{ price: price.id }] });
    const { data } = body.items as { data: { id: string }[] };
    return { id: String(body.id), item: data[0]?.id ?? '', price };
  }

  it('is added up, summarized and billed at the end of the period', async () => {
    const { id, item, price } = await subscribedBefore();
    expect(price.recurring).toMatchObject({ aggregate_usage: 'sum', meter: null, usage_type: 'metered' });
    const path = `subscription_items/${item}/usage_records`;
    expect((await api().post(path, { quantity: 5, timestamp: 'now' })).body).toMatchObject({
      object: 'usage_record',
      quantity: 5,
      subscription_item: item,
    });
    await api().post(path, { quantity: 10, action: 'increment' });
    const summaries = async () =>
      (await api().get(`subscription_items/${item}/usage_record_summaries`)).body.data;
    expect(await summaries()).toMatchObject([{ invoice: null, period: { end: null }, total_usage: 15 }]);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await listLines(id)).toMatchObject([{ amount: 60, quantity: 15 }]);
    expect(await summaries()).toMatchObject([
      { invoice: null, total_usage: 0 },
      { invoice: expect.any(String), total_usage: 15 },
      { total_usage: 0 },
    ]);
  });

  it('is aggregated as the price says', async () => {
    const usage = async (aggregate_usage: string) => {
      const { item } = await subscribedBefore({ aggregate_usage });
      const path = `subscription_items/${item}/usage_records`;
      await api().post(path, { quantity: 9, action: 'set' });
      await emulator.advanceTime({ seconds: 2 });
      await api().post(path, { quantity: 2, action: 'set' });
      const { body } = await api().get(`subscription_items/${item}/usage_record_summaries`);
      return (body.data as { total_usage: number }[])[0]?.total_usage;
    };
    expect([await usage('sum'), await usage('max'), await usage('last_during_period')]).toEqual([11, 9, 2]);
  });

  it('is rejected for a licensed price and in newer versions', async () => {
    const { item } = await subscribedBefore({ usage_type: 'licensed' });
    const path = `subscription_items/${item}/usage_records`;
    expect(await api().post(path, { quantity: 1 })).toMatchObject({ status: 400 });
    expect(await rawApi(world).post(path, { quantity: 1 })).toMatchObject({ status: 404 });
  });
});

describe('a tiered price', () => {
  const DECIMAL = Stripe.Decimal.from('3.6');
  const TIERS = [
    { up_to: 100, unit_amount: 0, flat_amount: 900 },
    { up_to: 'inf', unit_amount_decimal: DECIMAL },
  ] as const;
  const tiered = (mode: 'graduated' | 'volume') => ({
    billing_scheme: 'tiered' as const,
    tiers_mode: mode,
    tiers: [...TIERS],
  });

  it('shows its tiers on request only', async () => {
    const { id } = await newPrice(tiered('graduated'));
    const price = await stripe.prices.retrieve(id);
    expect(price).toMatchObject({
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      unit_amount: null,
      unit_amount_decimal: null,
    });
    expect(price).not.toHaveProperty('tiers');
    const { body } = await rawApi(world).get(`prices/${id}`, { expand: ['tiers'] });
    expect(body.tiers).toEqual([
      {
        flat_amount: 900,
        flat_amount_decimal: '900',
        unit_amount: 0,
        unit_amount_decimal: '0',
        up_to: 100,
      },
      {
        flat_amount: null,
        flat_amount_decimal: null,
        unit_amount: null,
        unit_amount_decimal: '3.6',
        up_to: null,
      },
    ]);
  });

  it('charges each unit at its own tier if graduated', async () => {
    const price = await metered(tiered('graduated'));
    const { customer, subscription } = await subscribed(price.id);
    await use(customer, 131);
    await emulator.advanceTime({ months: 1, minutes: 1 });
    expect(await listLines(subscription.id)).toEqual([
      { amount: 0, description: '100 word × Translation (Tier 1 at €0.00 / month)', quantity: 100 },
      { amount: 900, description: 'Translation (Tier 1 at €9.00 / month)', quantity: 0 },
      { amount: 112, description: '31 word × Translation (Tier 2 at €0.036 / month)', quantity: 31 },
    ]);
  });

  it('charges all units at the tier of the last one by volume, also of a licensed price', async () => {
    const price = await newPrice(tiered('volume'));
    const { subscription } = await subscribed(price.id, { items: [{ price: price.id, quantity: 200 }] });
    expect(await listLines(subscription.id)).toEqual([
      { amount: 720, description: '200 word × Translation (at €0.036 / month)', quantity: 200 },
    ]);
    await changeItem(stripe, subscription, { quantity: 50 });
    const upcoming = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(upcoming.lines.data.map(({ amount }) => amount)).toContain(900);
  });

  it('has tiers that rise and end with an open one, and is recurring', async () => {
    const priced = (changes: Partial<Stripe.PriceCreateParams>) =>
      newPrice({ ...tiered('volume'), ...changes });
    await expectInvalid(priced({ tiers: [{ up_to: 5, unit_amount: 1 }] }), 'tiers[0][up_to]');
    const missing = 'An entry in the tiers array is missing an amount.';
    await expectRejection(priced({ tiers: [{ up_to: 'inf' }] }), { message: missing });
    const falling = [{ up_to: 5, unit_amount: 1 }, { up_to: 4, unit_amount: 1 }, TIERS[1]];
    await expectInvalid(priced({ tiers: falling }), 'tiers[1][up_to]');
    const product_data = { name: 'Translation' };
    const once = stripe.prices.create({ ...tiered('volume'), product_data, currency: 'eur' });
    await expectRejection(once, {
      message: 'Prices with `type=one_time` are not supported with tiered billing.',
      param: 'interval',
    });
    await expectInvalid(newPrice({ tiers: [...TIERS], unit_amount: 5 }), 'tiers');
    await expectRejection(newPrice({}), {
      message: 'Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.',
    });
  });
});

describe('a price with fractions or packages', () => {
  it('rounds the whole amount, half up', async () => {
    const price = await newPrice({ unit_amount_decimal: Stripe.Decimal.from('0.05') });
    expect(price).toMatchObject({ unit_amount: null });
    const { subscription } = await subscribed(price.id, { items: [{ price: price.id, quantity: 30 }] });
    expect(await listLines(subscription.id)).toEqual([
      { amount: 2, description: '30 word × Translation (at €0.0005 / month)', quantity: 30 },
    ]);
  });

  it('charges packages, rounded as it says', async () => {
    const amountFor = async (round: 'down' | 'up') => {
      const price = await newPrice({ unit_amount: 500, transform_quantity: { divide_by: 1000, round } });
      expect(price.transform_quantity).toEqual({ divide_by: 1000, round });
      const items = [{ price: price.id, quantity: 2400 }];
      const { subscription } = await subscribed(price.id, { items });
      return (await listLines(subscription.id))[0]?.amount;
    };
    expect([await amountFor('up'), await amountFor('down')]).toEqual([1500, 1000]);
  });
});
