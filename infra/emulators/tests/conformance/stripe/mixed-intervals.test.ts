import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession } from '../../support/stripe/checkout.ts';
import { createFormerClient } from '../../support/stripe/former-clients.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const at = (month: number, day = 1, year = 2027) => Date.UTC(year, month - 1, day) / 1000;
const JANUARY = at(1);

type Interval = 'day' | 'week' | 'month' | 'year';

async function createAccount(params?: Stripe.CustomerCreateParams) {
  const { customer, advanceTo } = await customerOnClock(world, JANUARY, params);
  /** Of an interval such as `3 month`. */
  const createPrice = async (name: string, unit_amount = 100) => {
    const [count, interval] = name.split(' ');
    const recurring = { interval: interval as Interval, interval_count: Number(count) };
    const product_data = { name };
    return (await stripe.prices.create({ currency: 'usd', product_data, recurring, unit_amount })).id;
  };
  return {
    customer,
    createPrice,
    async subscribe(prices: readonly string[], params: Partial<Stripe.SubscriptionCreateParams> = {}) {
      const items = prices.map((price) => ({ price }));
      return stripe.subscriptions.create({ customer, items, ...params });
    },
    advanceTo,
    lines: async () => {
      const [invoice] = (await stripe.invoices.list({ customer })).data;
      return invoice?.lines.data.map(({ amount, period }) => [amount, period.start, period.end]);
    },
    count: async () => (await stripe.invoices.list({ customer })).data.length,
  };
}

const listPeriods = ({ items }: Stripe.Subscription) =>
  items.data.map((item) => [item.current_period_start, item.current_period_end]);

const SUPPORTED = [
  ['1 month', '3 month'],
  ['1 year', '1 month'],
  ['1 day', '1 week'],
  ['1 day', '3 month'],
  ['1 day', '2 year'],
  ['2 week', '4 week'],
  ['2 month', '4 month', '6 month'],
];

const UNSUPPORTED = [
  ['2 month', '3 month'],
  ['6 month', '4 month'],
  ['1 week', '1 month'],
  ['2 day', '1 week'],
  ['5 month', '1 year'],
];

describe('a subscription with different intervals', () => {
  const of = (account: Awaited<ReturnType<typeof createAccount>>, intervals: readonly string[]) =>
    Promise.all(intervals.map((interval) => account.createPrice(interval)));

  it.each(SUPPORTED.map((intervals) => [intervals]))('can have %j', async (intervals) => {
    const account = await createAccount();
    const subscription = await account.subscribe(await of(account, intervals));
    expect(subscription).toMatchObject({ status: 'active' });
    expect(subscription.items.data).toHaveLength(intervals.length);
  });

  it.each(UNSUPPORTED.map((intervals) => [intervals]))('cannot have %j', async (intervals) => {
    const account = await createAccount();
    await expectInvalid(account.subscribe(await of(account, intervals)), 'items');
    expect(await account.count()).toBe(0);
  });

  it('requires flexible billing mode, and no checkout', async () => {
    const account = await createAccount();
    const prices = await of(account, ['1 month', '1 year']);
    await expectInvalid(account.subscribe(prices, { billing_mode: { type: 'classic' } }), 'items');
    const line_items = prices.map((price) => ({ price, quantity: 1 }));
    await expectRejection(createSession(stripe, { line_items }), { statusCode: 400 });
  });

  it('renews each item at the end of its own period, on one invoice if they end together', async () => {
    const account = await createAccount();
    const prices = await of(account, ['1 month', '2 month', '3 month']);
    const { id } = await account.subscribe(prices);
    const former = createFormerClient(emulator, 17);
    const shown = async () => {
      const { current_period_start: start, current_period_end: end } =
        await former.subscriptions.retrieve(id);
      return [...listPeriods(await stripe.subscriptions.retrieve(id)), [start, end]];
    };
    expect(await account.lines()).toEqual([
      [100, JANUARY, at(2)],
      [100, JANUARY, at(3)],
      [100, JANUARY, at(4)],
    ]);
    expect(await shown()).toEqual([
      [at(1), at(2)],
      [at(1), at(3)],
      [at(1), at(4)],
      [at(1), at(2)],
    ]);
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview).toMatchObject({ total: 100, lines: { data: [{ period: { start: at(2) } }] } });
    await account.advanceTo(at(2));
    expect(await account.lines()).toEqual([[100, at(2), at(3)]]);
    expect(await shown()).toEqual([
      [at(2), at(3)],
      [at(1), at(3)],
      [at(1), at(4)],
      [at(2), at(3)],
    ]);
    await account.advanceTo(at(3));
    expect(await account.lines()).toEqual([
      [100, at(3), at(4)],
      [100, at(3), at(5)],
    ]);
    expect(await shown()).toEqual([
      [at(3), at(4)],
      [at(3), at(5)],
      [at(1), at(4)],
      [at(3), at(4)],
    ]);
    expect(await account.count()).toBe(3);
  });

  it('adds an item prorated to the period that the anchor gives it', async () => {
    const account = await createAccount();
    const { id } = await account.subscribe([await account.createPrice('1 month')]);
    await account.advanceTo(at(1, 16));
    const added = await stripe.subscriptions.update(id, {
      items: [{ price: await account.createPrice('1 year', 36_500) }],
      proration_behavior: 'always_invoice',
    });
    expect(added.billing_cycle_anchor).toBe(JANUARY);
    expect(listPeriods(added)).toEqual([
      [at(1), at(2)],
      [at(1), at(1, 1, 2028)],
    ]);
    expect(await account.lines()).toEqual([[35_000, at(1, 16), at(1, 1, 2028)]]);
    const [, yearly] = added.items.data;
    await account.advanceTo(at(2));
    await stripe.subscriptions.update(id, {
      items: [{ id: String(yearly?.id), deleted: true }],
      proration_behavior: 'always_invoice',
    });
    expect(await account.lines()).toEqual([[-33_400, at(2), at(1, 1, 2028)]]);
  });

  it('begins all periods at the end of a trial', async () => {
    const account = await createAccount();
    const prices = await of(account, ['1 month', '2 month']);
    const trial = await account.subscribe(prices, { trial_end: at(1, 10) });
    expect(listPeriods(trial)).toEqual([
      [at(1), at(1, 10)],
      [at(1), at(1, 10)],
    ]);
    await account.advanceTo(at(1, 10));
    expect(await account.lines()).toEqual([
      [100, at(1, 10), at(2, 10)],
      [100, at(1, 10), at(3, 10)],
    ]);
  });

  it('bills the time until a later anchor in proportion to the interval of each item', async () => {
    const account = await createAccount();
    const prices = [await account.createPrice('1 month', 3100), await account.createPrice('1 year', 36_500)];
    const started = await account.subscribe(prices, { billing_cycle_anchor: at(1, 11) });
    expect(listPeriods(started)).toEqual([
      [at(1), at(1, 11)],
      [at(1), at(1, 11)],
    ]);
    expect(await account.lines()).toEqual([
      [1000, at(1), at(1, 11)],
      [1000, at(1), at(1, 11)],
    ]);
    await account.advanceTo(at(1, 11));
    expect(await account.lines()).toEqual([
      [3100, at(1, 11), at(2, 11)],
      [36_500, at(1, 11), at(1, 11, 2028)],
    ]);
  });

  it.each([
    [
      'now',
      [
        [at(2, 15), at(3, 15)],
        [at(2, 15), at(4, 15)],
      ],
      2,
    ],
    [
      'unchanged',
      [
        [at(2), at(3)],
        [at(2), at(4)],
      ],
      1,
    ],
  ] as const)('resumes with the anchor %s', async (type, periods, invoices) => {
    const account = await createAccount({});
    const prices = await of(account, ['1 month', '2 month']);
    const { id } = await account.subscribe(prices, {
      trial_end: at(2),
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    });
    await account.advanceTo(at(2));
    // The anchor of a paused subscription is the end of its trial.
    await account.advanceTo(at(2, 15));
    await stripe.paymentMethods.attach('pm_card_visa', { customer: account.customer });
    await stripe.subscriptions.resume(id, {
      billing_cycle_anchor: { type },
      proration_behavior: 'none',
    });
    expect(await account.count()).toBe(invoices);
    const [open] = (await stripe.invoices.list({ customer: account.customer, status: 'open' })).data;
    if (open !== undefined) {
      const [method] = (await stripe.paymentMethods.list({ customer: account.customer, type: 'card' })).data;
      await stripe.invoices.pay(open.id, { payment_method: String(method?.id) });
    }
    expect(listPeriods(await stripe.subscriptions.retrieve(id))).toEqual(periods);
  });

  it.each([
    [{ cancel_at: 'min_period_end' }, at(2), false],
    [{ cancel_at: 'max_period_end' }, at(3), false],
    [{ cancel_at_period_end: true }, at(2), true],
  ] as const)('ends its items together: %j', async (params, cancel_at, cancel_at_period_end) => {
    const account = await createAccount();
    const { id } = await account.subscribe(await of(account, ['1 month', '2 month']));
    const ending = await stripe.subscriptions.update(id, params);
    expect(ending).toMatchObject({ cancel_at, cancel_at_period_end });
    await account.advanceTo(cancel_at);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      ended_at: cancel_at,
    });
  });

  it('credits each item until its own end when it is canceled', async () => {
    const account = await createAccount();
    const prices = [await account.createPrice('1 month', 3100), await account.createPrice('1 year', 36_500)];
    const { id } = await account.subscribe(prices);
    await account.advanceTo(at(1, 11));
    await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true });
    expect(await account.lines()).toEqual([
      [-2100, at(1, 11), at(2)],
      [-35_500, at(1, 11), at(1, 1, 2028)],
    ]);
  });

  it('changes with a phase that begins when only some items renew', async () => {
    const account = await createAccount();
    const [monthly, renewed, bimonthly, dearer] = [
      await account.createPrice('1 month', 100),
      await account.createPrice('1 month', 200),
      await account.createPrice('2 month', 5900),
      await account.createPrice('2 month', 11_800),
    ];
    const { id: from_subscription } = await account.subscribe([monthly, bimonthly]);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription });
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items: [{ price: monthly }, { price: bimonthly }], start_date: JANUARY, end_date: at(2) },
        {
          items: [{ price: renewed }, { price: dearer }],
          duration: { interval: 'month', interval_count: 3 },
        },
      ],
    });
    await account.advanceTo(at(2));
    expect((await account.lines())?.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [-2800, at(2), at(3)],
      [200, at(2), at(3)],
      [5600, at(2), at(3)],
    ]);
  });
});
