import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { newPrice } from '../../support/stripe/checkout.ts';
import { APRIL, DAY, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { AT_ONCE, changeItem, expandedInvoice, vatRate } from '../../support/stripe/payer.ts';
import { expectInvalid } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const MODES = ['classic', 'flexible'] as const;

const summariseLines = ({ lines }: Stripe.Invoice) =>
  lines.data.map(({ amount, description }) => [amount, description]);
const listAmounts = ({ lines }: Stripe.Invoice) => lines.data.map(({ amount }) => amount);

type Params = Omit<Partial<Stripe.SubscriptionCreateParams>, 'items'> & {
  readonly items?: readonly { readonly price: string; readonly quantity?: number }[];
};

/** A customer on a test clock with a plan of 10 dollars a month, and dearer plans. */
async function createAccount() {
  const { customer, advanceTo } = await customerOnClock(world, APRIL);
  const priced = (unit_amount: number, interval: 'month' | 'year' = 'month') =>
    newPrice(stripe, unit_amount, { product_data: { name: `Plan ${unit_amount}` }, recurring: { interval } });
  const ten = await priced(1000);
  return {
    customer,
    priced,
    ten,
    subscribe: ({ items = [{ price: ten }], ...params }: Params = {}) =>
      stripe.subscriptions.create({ customer, items: [...items], ...params }),
    advanceTo,
    pending: async () => (await stripe.invoiceItems.list({ customer, pending: true })).data,
  };
}

async function subscribed(params?: Params) {
  const at = await createAccount();
  const subscription = await at.subscribe(params);
  return { ...at, subscription, id: subscription.id };
}

const NONE = { proration_behavior: 'none' } as const;

describe('a credit in flexible billing mode', () => {
  it.each([
    ['classic', [-667, 333]],
    ['flexible', [-333, 333]],
  ] as const)('returns, in %s mode, %j cents after a change that was not billed', async (type, amounts) => {
    const { subscription, ...at } = await subscribed({ billing_mode: { type } });
    await at.advanceTo(APRIL + 10 * DAY);
    await changeItem(stripe, subscription, { price: await at.priced(2000) }, NONE);
    await at.advanceTo(APRIL + 20 * DAY);
    const back = await changeItem(stripe, subscription, { price: at.ten }, AT_ONCE);
    expect(listAmounts(expandedInvoice(back))).toEqual(amounts);
  });

  it('is created for each charge of the time, and refers to it', async () => {
    const { subscription, ...at } = await subscribed();
    const first = await stripe.invoices.retrieve(String(subscription.latest_invoice));
    await at.advanceTo(MIDDLE);
    const dearer = await changeItem(stripe, subscription, { price: await at.priced(2000) }, AT_ONCE);
    const second = expandedInvoice(dearer);
    expect(listAmounts(second)).toEqual([-500, 1000]);
    const [credit, charge] = second.lines.data;
    const readReference = (line: Stripe.InvoiceLineItem | undefined) =>
      line?.parent?.subscription_item_details?.proration_details?.credited_items;
    expect(readReference(credit)).toEqual({
      invoice: first.id,
      invoice_line_items: [first.lines.data[0]?.id],
    });
    expect(readReference(charge)).toBeNull();
    await at.advanceTo(APRIL + 20 * DAY);
    const early = { ...AT_ONCE, proration_date: APRIL + 12 * DAY };
    const changed = await changeItem(stripe, subscription, { price: await at.priced(3000) }, early);
    expect(summariseLines(expandedInvoice(changed))).toEqual([
      [-100, 'Unused time on Plan 1000 after 13 Apr 2027'],
      [-1000, 'Unused time on Plan 2000 after 16 Apr 2027'],
      [1800, 'Remaining time on Plan 3000 after 13 Apr 2027'],
    ]);
    expect(expandedInvoice(changed).lines.data.map(readReference)).toEqual([
      { invoice: first.id, invoice_line_items: [first.lines.data[0]?.id] },
      { invoice: second.id, invoice_line_items: [charge?.id] },
      null,
    ]);
    expect(expandedInvoice(changed).lines.data.map(({ period }) => [period.start, period.end])).toEqual([
      [APRIL + 12 * DAY, MIDDLE],
      [MIDDLE, MAY],
      [APRIL + 12 * DAY, MAY],
    ]);
  });

  it('refers to a charge that is still pending as an invoice item', async () => {
    const { subscription, ...at } = await subscribed();
    await at.advanceTo(MIDDLE);
    await changeItem(stripe, subscription, { quantity: 2 });
    await changeItem(stripe, subscription, { quantity: 3 });
    const items = await at.pending();
    expect(items.map(({ amount }) => amount)).toEqual([-1000, 1500, -500, 1000]);
    expect(items.map(({ proration_details }) => proration_details?.credited_items)).toEqual([
      { type: 'invoice_item', invoice_item: items[3]?.id },
      null,
      {
        type: 'invoice_line_items',
        invoice_line_item_details: {
          invoice: subscription.latest_invoice,
          invoice_line_items: [expect.stringMatching(/^il_/)],
        },
      },
      null,
    ]);
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ customer: at.customer })).data;
    const [credit, , , charge] = renewal?.lines.data ?? [];
    expect(credit?.parent?.subscription_item_details?.proration_details?.credited_items).toEqual({
      invoice: renewal?.id,
      invoice_line_items: [charge?.id],
    });
  });

  it('returns the part of a discount that was deducted from the item, at the tax it was charged with', async () => {
    const at = await createAccount();
    const { id: coupon } = await stripe.coupons.create({
      amount_off: 500,
      currency: 'usd',
      duration: 'once',
    });
    const subscription = await at.subscribe({
      items: [{ price: at.ten }, { price: await at.priced(2000) }],
      discounts: [{ coupon }],
      default_tax_rates: [await vatRate(stripe, 10)],
    });
    await stripe.subscriptions.update(subscription.id, { default_tax_rates: [await vatRate(stripe, 20)] });
    await at.advanceTo(MIDDLE);
    const changed = await changeItem(stripe, subscription, { deleted: true }, AT_ONCE);
    expect(expandedInvoice(changed)).toMatchObject({ subtotal: -417, total: -459 });
  });

  it('is for what was charged when a subscription is canceled', async () => {
    const { subscription, ...at } = await subscribed();
    await changeItem(stripe, subscription, { price: await at.priced(2000) }, NONE);
    await at.advanceTo(MIDDLE);
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
    const [final] = (await stripe.invoices.list({ customer: at.customer })).data;
    expect(final && summariseLines(final)).toEqual([[-500, 'Unused time on Plan 1000 after 16 Apr 2027']]);
  });

  it('includes after a migration what was charged before, but not what was credited', async () => {
    const { subscription, ...at } = await subscribed({ billing_mode: { type: 'classic' } });
    await at.advanceTo(MIDDLE);
    await changeItem(stripe, subscription, { quantity: 2 });
    await changeItem(stripe, subscription, { quantity: 3 });
    await stripe.subscriptions.migrate(subscription.id, { billing_mode: { type: 'flexible' } });
    await changeItem(stripe, subscription, { quantity: 1 });
    expect((await at.pending()).map(({ amount }) => amount)).toEqual([-1500, 500, -1000, 1500, -500, 1000]);
  });

  it('is previewed in the requested mode, which a flexible subscription cannot leave', async () => {
    const at = await createAccount();
    const { id, items } = await at.subscribe({ billing_mode: { type: 'classic' } });
    const preview = (subscription: string, type: (typeof MODES)[number], price: string, item: string) =>
      stripe.invoices.createPreview({
        subscription,
        subscription_details: { billing_mode: { type }, items: [{ id: item, price }], ...AT_ONCE },
      });
    await at.advanceTo(MIDDLE);
    await changeItem(stripe, { items, id } as Stripe.Subscription, { price: await at.priced(2000) }, NONE);
    const item = String(items.data[0]?.id);
    expect(listAmounts(await preview(id, 'classic', at.ten, item))).toEqual([-1000, 500]);
    expect(listAmounts(await preview(id, 'flexible', at.ten, item))).toEqual([-500, 500]);
    expect((await stripe.subscriptions.retrieve(id)).billing_mode).toMatchObject({ type: 'classic' });
    const other = await at.subscribe();
    const classic = preview(other.id, 'classic', await at.priced(5), String(other.items.data[0]?.id));
    await expectInvalid(classic, 'subscription_details[billing_mode]');
  });
});

describe('a proration discount', () => {
  /** Upgrades a subscription with 10 % off in the middle of its period. */
  async function upgraded(
    billing_mode: Stripe.SubscriptionCreateParams.BillingMode,
    off: Stripe.CouponCreateParams = { percent_off: 10 },
  ) {
    const at = await createAccount();
    const { id: coupon } = await stripe.coupons.create({ duration: 'forever', ...off });
    const subscription = await at.subscribe({ billing_mode, discounts: [{ coupon }] });
    await at.advanceTo(MIDDLE);
    await changeItem(stripe, subscription, { price: await at.priced(2000) });
    const [discount] = subscription.discounts;
    return { at, discount, items: await at.pending() };
  }

  const shown = ({ amount, net_amount, discounts, proration_details }: Stripe.InvoiceItem) => ({
    amount,
    net_amount,
    discounts,
    discount_amounts: proration_details?.discount_amounts,
  });

  // Sources: the recorded descriptions that tests of public code quote, such as `Remaining time on Osmosis Full (with
  // 30.0% off) after 03 Jul 2024` and `Unused time on Starter (with $4.00 off) after 22 Sep 2026`.
  it.each([
    ['classic', { percent_off: 10 }, ' (with 10.0% off)'],
    ['flexible', { percent_off: 12.5 }, ' (with 12.5% off)'],
    ['classic', { amount_off: 400, currency: 'usd' }, ' (with $4.00 off)'],
    [{ type: 'flexible', flexible: { proration_discounts: 'itemized' } }, { percent_off: 10 }, ''],
  ] as const)('is in the description if it is included: %j, %j', async (mode, off, text) => {
    const { items } = await upgraded(typeof mode === 'string' ? { type: mode } : mode, off);
    const descriptions = items.map(({ description }) => description?.replace(/ after .*/, ''));
    expect(descriptions).toEqual([
      expect.stringMatching(/^Unused time on /),
      expect.stringMatching(/^Remaining time on /),
    ]);
    for (const description of descriptions) {
      expect(description?.replace(/^[^(]*?(?= \(|$)/, '')).toBe(text);
    }
  });

  it('counts neither for its invoice nor for what is added to it if it is included', async () => {
    const at = await createAccount();
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' });
    const sent = { collection_method: 'send_invoice', days_until_due: 9 } as const;
    const subscription = await at.subscribe({ ...sent, discounts: [{ coupon }] });
    await at.advanceTo(MIDDLE);
    const { id: draft } = expandedInvoice(
      await changeItem(stripe, subscription, { price: await at.priced(2000) }, AT_ONCE),
    );
    const { customer } = at;
    await stripe.invoiceItems.create({ customer, invoice: String(draft), currency: 'usd', amount: 1000 });
    expect(await stripe.invoices.retrieve(String(draft))).toMatchObject({
      total: 1450,
      discounts: [],
      total_discount_amounts: [],
    });
  });

  it.each([
    ['named without an amount', 'included', [-450, 900], [0, 0]],
    ['listed next to the whole amount', 'itemized', [-500, 1000], [-50, 100]],
  ] as const)('is %s if it is %s', async (_how, proration_discounts, amounts, off) => {
    const { at, discount, items } = await upgraded({ type: 'flexible', flexible: { proration_discounts } });
    expect(items.map(shown)).toEqual(
      [-450, 900].map((net_amount, index) => ({
        ...{ amount: amounts[index], net_amount },
        ...{ discounts: [discount], discount_amounts: [{ amount: off[index], discount }] },
      })),
    );
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ customer: at.customer })).data;
    const whole = off[0] + off[1] + 200;
    expect(renewal).toMatchObject({
      subtotal: 2250 + whole,
      total: 2250,
      total_discount_amounts: [{ amount: whole, discount }],
    });
    expect(renewal?.lines.data.map(({ discount_amounts }) => discount_amounts)).toEqual(
      [...off, 200].map((amount) => [{ amount, discount }]),
    );
  });

  it('is not shown in classic mode', async () => {
    const { items } = await upgraded({ type: 'classic' });
    expect(items.map(shown)).toEqual([
      { amount: -450, net_amount: -450, discounts: [], discount_amounts: [] },
      { amount: 900, net_amount: 900, discounts: [], discount_amounts: [] },
    ]);
  });
});

describe('the billing period in flexible billing mode', () => {
  it('follows the anchor if the interval changes, and the change is prorated', async () => {
    const { subscription, ...at } = await subscribed();
    await at.advanceTo(MIDDLE);
    const yearly = await at.priced(36_600, 'year');
    const changed = await changeItem(stripe, subscription, { price: yearly }, AT_ONCE);
    const end = Date.UTC(2028, 3, 1) / 1000;
    expect(changed).toMatchObject({
      billing_cycle_anchor: APRIL,
      items: { data: [{ current_period_start: APRIL, current_period_end: end }] },
    });
    expect(summariseLines(expandedInvoice(changed))).toEqual([
      [-500, 'Unused time on Plan 1000 after 16 Apr 2027'],
      [35_100, 'Remaining time on Plan 36600 after 16 Apr 2027'],
    ]);
    const back = await changeItem(stripe, subscription, { price: at.ten }, AT_ONCE);
    expect(back).toMatchObject({
      items: { data: [{ current_period_start: APRIL, current_period_end: MAY }] },
    });
    expect(listAmounts(expandedInvoice(back))).toEqual([-35_100, 500]);
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ customer: at.customer })).data;
    expect(renewal && listAmounts(renewal)).toEqual([1000]);
  });

  it.each([
    ['classic', MIDDLE, [1000]],
    ['flexible', APRIL, [500]],
  ] as const)('begins, in %s mode, at %i when a free plan becomes paid', async (type, anchor, amounts) => {
    const at = await createAccount();
    const items = [{ price: await at.priced(0) }];
    const subscription = await at.subscribe({ items, billing_mode: { type } });
    await at.advanceTo(MIDDLE);
    const paid = await changeItem(stripe, subscription, { price: at.ten }, AT_ONCE);
    expect(paid.billing_cycle_anchor).toBe(anchor);
    expect(listAmounts(expandedInvoice(paid))).toEqual(amounts);
  });

  it.each([
    [{}, [500]],
    [AT_ONCE, []],
    [NONE, []],
  ] as const)(
    'starts anew with the anchor, and only the time that is not paid is charged: %j',
    async (how, waiting) => {
      const at = await createAccount();
      const { id, latest_invoice } = await at.subscribe();
      await at.advanceTo(MIDDLE);
      const moved = await stripe.subscriptions.update(id, {
        ...{ billing_cycle_anchor: { type: 'now' }, expand: ['latest_invoice'], ...how },
      });
      const end = Date.UTC(2027, 4, 16) / 1000;
      expect(moved).toMatchObject({
        billing_cycle_anchor: MIDDLE,
        items: { data: [{ current_period_start: MIDDLE, current_period_end: end }] },
        latest_invoice: how === AT_ONCE ? { amount_paid: 500 } : { id: latest_invoice },
      });
      const pending = await at.pending();
      expect(pending.map(({ amount }) => amount)).toEqual(waiting);
      for (const { description, period } of pending) {
        expect(description).toBe('Remaining time on Plan 1000 after 01 May 2027');
        expect(period).toEqual({ start: MAY, end });
      }
    },
  );

  it('restarts on request', async () => {
    const { subscription, ...at } = await subscribed();
    await at.advanceTo(MIDDLE);
    const yearly = { price: await at.priced(36_600, 'year') };
    const changed = await changeItem(stripe, subscription, yearly, { billing_cycle_anchor: { type: 'now' } });
    expect(changed.billing_cycle_anchor).toBe(MIDDLE);
    expect(listAmounts(expandedInvoice(changed))).toEqual([-500, 36_600]);
  });
});

describe('a trial in flexible billing mode', () => {
  it.each([
    ['classic', 'Trial period for Plan 1000'],
    ['flexible', 'Free trial for 2 × Plan 1000'],
  ] as const)('has, in %s mode, the description %s', async (type, description) => {
    const at = await createAccount();
    const subscription = await at.subscribe({
      billing_mode: { type },
      items: [{ price: at.ten, quantity: 2 }],
      trial_end: MAY,
      expand: ['latest_invoice'],
    });
    expect(summariseLines(expandedInvoice(subscription))).toEqual([[0, description]]);
  });

  it.each([
    ['classic', APRIL],
    ['flexible', MIDDLE],
  ] as const)('begins, in %s mode, at %i if it is not the first', async (type, start) => {
    const { id, ...at } = await subscribed({ billing_mode: { type }, trial_end: APRIL + DAY });
    await at.advanceTo(MIDDLE);
    const again = await stripe.subscriptions.update(id, { trial_end: MAY });
    expect(again).toMatchObject({ status: 'trialing', trial_start: start, trial_end: MAY });
  });

  it.each([
    ['classic', APRIL + DAY],
    ['flexible', MAY],
  ] as const)(
    'ends, in %s mode, at %i after a cancellation at an earlier time is undone',
    async (type, end) => {
      const { id, ...at } = await subscribed({ billing_mode: { type }, trial_end: MAY });
      await stripe.subscriptions.update(id, { cancel_at: APRIL + DAY });
      const kept = await stripe.subscriptions.update(id, { cancel_at: '' });
      expect(kept).toMatchObject({ trial_end: end, items: { data: [{ current_period_end: end }] } });
      await at.advanceTo(MAY - 1);
      const status = type === 'classic' ? 'active' : 'trialing';
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status });
    },
  );

  it.each([
    ['classic', []],
    ['flexible', [[0, 'Free trial for 1 × Plan 2000']]],
  ] as const)('has, in %s mode, these lines for what is added: %j', async (type, lines) => {
    const { id, ...at } = await subscribed({ billing_mode: { type }, trial_end: MAY });
    await at.advanceTo(MIDDLE);
    await stripe.subscriptions.update(id, { items: [{ price: await at.priced(2000) }] });
    expect((await at.pending()).map(({ amount, description }) => [amount, description])).toEqual(lines);
    await at.advanceTo(MAY);
    const [first] = (await stripe.invoices.list({ subscription: id })).data;
    expect(first).toMatchObject({ total: 3000, status: 'paid' });
  });

  it('has no line for an item without quantity', async () => {
    const { subscription, ...at } = await subscribed({ trial_end: MAY });
    await changeItem(stripe, subscription, { quantity: 0 });
    expect(await at.pending()).toEqual([]);
  });
});

describe('a scheduled cancellation', () => {
  it.each([
    ['classic', true, Date.UTC(2027, 4, 16) / 1000],
    ['flexible', false, MAY],
  ] as const)(
    'sets, for a %s subscription in the portal, cancel_at_period_end to %s',
    async (type, cancel_at_period_end, cancel_at) => {
      const { id, ...at } = await subscribed({ billing_mode: { type } });
      const { url } = await stripe.billingPortal.sessions.create({ customer: at.customer });
      await at.advanceTo(MIDDLE);
      await fetch(`${url}/cancel/${id}`, { method: 'POST', body: new URLSearchParams() });
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end, cancel_at: MAY });
      const moved = await stripe.subscriptions.update(id, { billing_cycle_anchor: { type: 'now' } });
      expect(moved).toMatchObject({ cancel_at_period_end, cancel_at });
      await at.advanceTo(MAY);
      const status = type === 'flexible' ? 'canceled' : 'active';
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status });
    },
  );

  it.each(MODES)(
    'outlasts the phases of a schedule if made in the portal of a %s subscription',
    async (type) => {
      const { id, ...at } = await subscribed({ billing_mode: { type } });
      const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
      const [now] = schedule.phases;
      const items = [{ price: at.ten }];
      await stripe.subscriptionSchedules.update(schedule.id, {
        phases: [
          { items, start_date: Number(now?.start_date), end_date: MAY },
          { items: [{ price: await at.priced(2000) }], duration: { interval: 'month' } },
        ],
      });
      const { url } = await stripe.billingPortal.sessions.create({ customer: at.customer });
      await fetch(`${url}/cancel/${id}`, { method: 'POST', body: new URLSearchParams() });
      await at.advanceTo(MAY);
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: MAY });
    },
  );
});
