import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { AT_ONCE, changeItem } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

type Interval = 'day' | 'month' | 'year';
type Config = Stripe.SubscriptionCreateParams.BillingCycleAnchorConfig;

const at = (text: string) => Date.parse(`${text}:00Z`) / 1000;
const shown = (seconds: number | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 16);

/** A customer on a test clock that starts at `start`, with a price of 31 dollars. */
async function customerAt(start: string, interval: Interval = 'month', interval_count = 1) {
  const { customer, advanceTo } = await customerOnClock(world, at(start));
  const price = await newPrice(stripe, 3100, { recurring: { interval, interval_count } });
  return {
    customer,
    price,
    subscribe: (config: Config | undefined, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
      stripe.subscriptions.create({
        customer,
        items: [{ price }],
        ...(config && { billing_cycle_anchor_config: config }),
        ...more,
      }),
    advanceTo: (time: string) => advanceTo(at(time)),
    /** The lines of all invoices, oldest first. */
    async lines() {
      const { data } = await stripe.invoices.list({ customer });
      return data
        .toReversed()
        .flatMap(({ lines }) =>
          lines.data.map(({ amount, period }) => [amount, shown(period.start), shown(period.end)]),
        );
    },
  };
}

describe('a subscription anchored at a date', () => {
  it('bills the time until the first full period in proportion, and then each period from that date', async () => {
    const account = await customerAt('2027-01-10T09:00');
    const config = { day_of_month: 20, hour: 9, minute: 0, second: 0 };
    const subscription = await account.subscribe(config);
    expect(subscription).toMatchObject({
      billing_cycle_anchor: at('2027-01-20T09:00'),
      billing_cycle_anchor_config: { ...config, month: null },
      status: 'active',
    });
    await account.advanceTo('2027-02-20T10:00');
    expect(await account.lines()).toEqual([
      [1000, '2027-01-10T09:00', '2027-01-20T09:00'],
      [3100, '2027-01-20T09:00', '2027-02-20T09:00'],
      [3100, '2027-02-20T09:00', '2027-03-20T09:00'],
    ]);
  });

  it.each([
    [1, 'month', '2027-01-10T09:15', { day_of_month: 5 }, '2027-02-05T09:15', '2027-02-05T09:15'],
    [1, 'month', '2027-01-10T09:15', { day_of_month: 10 }, '2027-01-10T09:15', '2027-02-10T09:15'],
    [1, 'month', '2027-01-10T09:15', { day_of_month: 10, hour: 7 }, '2027-02-10T07:15', '2027-02-10T07:15'],
    // A later anchor is a month that has the day, from which the last day of short months follows.
    [1, 'month', '2027-02-10T09:00', { day_of_month: 31 }, '2027-03-31T09:00', '2027-02-28T09:00'],
    [
      1,
      'month',
      '2027-12-31T23:00',
      { day_of_month: 30, minute: 30 },
      '2028-01-30T23:30',
      '2028-01-30T23:30',
    ],
    [1, 'month', '2027-01-10T00:00', { month: 7, day_of_month: 1 }, '2027-07-01T00:00', '2027-02-01T00:00'],
    // The example of Stripe's documentation: August is the first of the months with 31 days.
    [2, 'month', '2027-02-10T00:00', { day_of_month: 31 }, '2027-08-31T00:00', '2027-02-28T00:00'],
    [6, 'month', '2027-03-10T00:00', { month: 1, day_of_month: 15 }, '2028-01-15T00:00', '2027-07-15T00:00'],
    [1, 'year', '2027-08-10T00:00', { month: 7, day_of_month: 1 }, '2028-07-01T00:00', '2028-07-01T00:00'],
    [1, 'year', '2027-01-10T00:00', { month: 2, day_of_month: 29 }, '2028-02-29T00:00', '2027-02-28T00:00'],
  ] as const)(
    'every %i %s from %s with %j, has the anchor %s and a first period until %s',
    async (count, interval, start, config, anchor, end) => {
      const account = await customerAt(start, interval, count);
      const subscription = await account.subscribe(config);
      expect(shown(subscription.billing_cycle_anchor)).toBe(anchor);
      expect(shown(subscription.items.data[0]?.current_period_end)).toBe(end);
    },
  );

  it('renews on the last day of short months', async () => {
    const account = await customerAt('2027-02-10T00:00');
    await account.subscribe({ day_of_month: 31 });
    await account.advanceTo('2027-03-31T01:00');
    await account.advanceTo('2027-04-30T01:00');
    expect((await account.lines()).map(([, , end]) => end)).toEqual([
      '2027-02-28T00:00',
      '2027-03-31T00:00',
      '2027-04-30T00:00',
      '2027-05-31T00:00',
    ]);
  });

  it.each(['classic', 'flexible'] as const)(
    'prorates a change before the first full period in %s mode',
    async (type) => {
      const account = await customerAt('2027-01-10T00:00');
      const made = await account.subscribe({ day_of_month: 20 }, { billing_mode: { type } });
      await account.advanceTo('2027-01-15T00:00');
      const changed = await changeItem(stripe, made, { quantity: 2 }, AT_ONCE);
      const { lines } = changed.latest_invoice as Stripe.Invoice;
      expect(lines.data.map(({ amount }) => amount)).toEqual([-500, 1000]);
    },
  );

  it('moves a changed item to the period of a later anchor', async () => {
    const account = await customerAt('2027-02-10T00:00');
    const made = await account.subscribe({ day_of_month: 31 });
    await account.advanceTo('2027-03-05T00:00');
    const price = await newPrice(stripe, 36_500, { recurring: { interval: 'year' } });
    const changed = await changeItem(stripe, made, { price });
    const [item] = changed.items.data;
    expect([shown(item?.current_period_start), shown(item?.current_period_end)]).toEqual([
      '2026-03-31T00:00',
      '2027-03-31T00:00',
    ]);
  });

  it('has no invoice before the first full period without prorations', async () => {
    const account = await customerAt('2027-01-10T00:00');
    const config = { day_of_month: 20 };
    const subscription = await account.subscribe(config, { proration_behavior: 'none' });
    expect(subscription).toMatchObject({ latest_invoice: null, status: 'active' });
    expect(await account.lines()).toEqual([]);
    await account.advanceTo('2027-01-20T01:00');
    expect(await account.lines()).toEqual([[3100, '2027-01-20T00:00', '2027-02-20T00:00']]);
  });

  it('forgets the date when the anchor is reset', async () => {
    const account = await customerAt('2027-01-10T00:00');
    const { id } = await account.subscribe({ day_of_month: 20 });
    await account.advanceTo('2027-01-15T00:00');
    expect(await stripe.subscriptions.update(id, { billing_cycle_anchor: { type: 'now' } })).toMatchObject({
      billing_cycle_anchor: at('2027-01-15T00:00'),
      billing_cycle_anchor_config: null,
    });
  });

  it.each([
    [{ day_of_month: 0 }, 'billing_cycle_anchor_config[day_of_month]'],
    [{ day_of_month: 32 }, 'billing_cycle_anchor_config[day_of_month]'],
    [{ day_of_month: 1, month: 13 }, 'billing_cycle_anchor_config[month]'],
    [{ day_of_month: 1, hour: 24 }, 'billing_cycle_anchor_config[hour]'],
    [{ day_of_month: 1, minute: 60 }, 'billing_cycle_anchor_config[minute]'],
    [{ day_of_month: 1, second: 60 }, 'billing_cycle_anchor_config[second]'],
    [{ month: 2 }, 'billing_cycle_anchor_config[day_of_month]'],
  ])('is rejected with %j', async (config, param) => {
    const account = await customerAt('2027-01-10T00:00');
    await expectInvalid(account.subscribe(config as Config), param);
  });

  it('is rejected next to a time, and with days', async () => {
    const account = await customerAt('2027-01-10T00:00');
    const both = account.subscribe({ day_of_month: 1 }, { billing_cycle_anchor: at('2027-01-20T00:00') });
    await expectRejection(both, {
      statusCode: 400,
      message:
        'You may only specify one of these parameters: billing_cycle_anchor, billing_cycle_anchor_config.',
    });
    const daily = await customerAt('2027-01-10T00:00', 'day', 3);
    await expectInvalid(daily.subscribe({ day_of_month: 1 }), 'billing_cycle_anchor_config');
  });
});

describe('an anchor', () => {
  it('is not after the first whole period', async () => {
    const account = await customerAt('2027-01-10T00:00');
    const late = account.subscribe(undefined, { billing_cycle_anchor: at('2027-02-10T00:01') });
    await expectRejection(late, {
      message: `billing_cycle_anchor cannot be later than next natural billing date (${at('2027-02-10T00:00')}) for plan`,
      param: 'billing_cycle_anchor',
      statusCode: 400,
    });
  });

  it('is not before the end of the trial, in a change and in its preview', async () => {
    const { stripe } = world;
    const account = await customerAt('2027-01-10T00:00');
    const { id } = await account.subscribe(undefined, { trial_period_days: 5 });
    const billing_cycle_anchor = { type: 'now' } as const;
    const code = 'subscription_update_trial_after_billing_cycle_anchor';
    await expectRejection(stripe.subscriptions.update(id, { billing_cycle_anchor }), {
      ...{ code, param: 'billing_cycle_anchor', statusCode: 400 },
    });
    const preview = stripe.invoices.createPreview({
      ...{ subscription: id, subscription_details: { billing_cycle_anchor } },
    });
    await expectRejection(preview, { ...{ code, param: 'subscription_details[billing_cycle_anchor]' } });
    const ended = await stripe.subscriptions.update(id, { billing_cycle_anchor, trial_end: 'now' });
    expect(ended).toMatchObject({ billing_cycle_anchor: at('2027-01-10T00:00'), status: 'active' });
  });

  it.each([
    ['2026-10-28.endive', (time: number) => ({ timestamp: time, type: 'timestamp' })],
    ['2026-08-26.dahlia', (time: number) => time],
  ])('is a time in the preview of a new subscription: %s', async (version, anchor) => {
    const account = await customerAt('2027-01-10T00:00');
    const { body } = await rawApi(world, version).post('invoices/create_preview', {
      customer: account.customer,
      subscription_details: {
        billing_cycle_anchor: anchor(at('2027-01-20T00:00')),
        items: [{ price: account.price }],
      },
    });
    expect(body).toMatchObject({ total: 1000 });
  });
});

describe('the discount of a partial first period', () => {
  const lines = ({ latest_invoice: invoice }: Stripe.Subscription) =>
    (invoice as Stripe.Invoice).lines.data.map(({ amount, discount_amounts: off, discountable }) => [
      amount,
      off?.map(({ amount: each }) => each),
      discountable,
    ]);

  it.each([
    [{ percent_off: 50 }, {}, 500, [[500, [0], false]]],
    [{ amount_off: 310, currency: 'usd' }, {}, 900, [[900, [0], false]]],
    [{ amount_off: 310, currency: 'usd' }, { proration_discounts: 'itemized' }, 900, [[1000, [100], false]]],
  ] as const)('is a share of %j, with %j', async (coupon, flexible, total, expected) => {
    const account = await customerAt('2027-01-10T00:00');
    const { id } = await stripe.coupons.create(coupon);
    const subscription = await account.subscribe(
      { day_of_month: 20 },
      {
        billing_mode: { type: 'flexible', flexible },
        discounts: [{ coupon: id }],
        expand: ['latest_invoice'],
      },
    );
    expect(lines(subscription)).toEqual(expected);
    expect(subscription.latest_invoice).toMatchObject({ total });
    expect(subscription.discounts).toEqual([]);
    await account.advanceTo('2027-01-20T01:00');
    expect((await account.lines()).at(-1)?.[0]).toBe(3100);
  });
});

describe('a trial of an anchored subscription', () => {
  // The examples of Stripe's documentation: seven days from the 15th and from the 28th, anchored at the first.
  it.each([
    ['2027-01-15T00:00', '2027-01-22T00:00', '2027-02-01T00:00', '2027-02-01T00:00'],
    ['2027-01-28T00:00', '2027-02-04T00:00', '2027-02-01T00:00', '2027-03-01T00:00'],
  ])('is followed, from %s to %s, by a partial period until the anchor', async (start, end, anchor, full) => {
    const account = await customerAt(start);
    const { id } = await account.subscribe({ day_of_month: 1 }, { trial_period_days: 7 });
    await account.advanceTo(end.replace(':00', ':01'));
    const subscription = await stripe.subscriptions.retrieve(id);
    expect(subscription).toMatchObject({ billing_cycle_anchor: at(anchor), status: 'active' });
    await account.advanceTo(full.replace(':00', ':01'));
    const [trial, partial, whole] = await account.lines();
    expect(trial).toEqual([0, start, end]);
    expect(partial?.slice(1)).toEqual([end, full]);
    expect(partial?.[0]).toBe(start === '2027-01-15T00:00' ? 1000 : 2768);
    expect(whole).toEqual([3100, full, expect.any(String)]);
  });

  it('keeps the time that the request gives as the anchor', async () => {
    const account = await customerAt('2027-01-15T00:00');
    const { subscribe } = account;
    const anchor = at('2027-02-01T00:00');
    const { id } = await subscribe({ day_of_month: 1 }, {
      billing_cycle_anchor_config: undefined,
      billing_cycle_anchor: anchor,
      trial_end: at('2027-01-22T00:00'),
    } as object);
    await account.advanceTo('2027-02-01T00:01');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      billing_cycle_anchor: anchor,
      billing_cycle_anchor_config: null,
    });
    expect((await account.lines()).map(([amount]) => amount)).toEqual([0, 1000, 3100]);
  });

  it('is followed by a free partial period without prorations', async () => {
    const account = await customerAt('2027-01-15T00:00');
    await account.subscribe({ day_of_month: 1 }, { trial_period_days: 7, proration_behavior: 'none' });
    await account.advanceTo('2027-02-01T00:01');
    expect((await account.lines()).map(([amount]) => amount)).toEqual([0, 0, 3100]);
  });
});
