import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { CARD, postForm } from '../../support/stripe/card-form.ts';
import { createSession, monthlyPrice, newPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { vatRate } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

type Data = Stripe.Checkout.SessionCreateParams.SubscriptionData;
type Changes = Partial<Stripe.Checkout.SessionCreateParams>;

const at = (text: string) => Date.parse(`${text}:00Z`) / 1000;
const START = '2027-01-10T00:00';
const ANCHOR = at('2027-01-20T00:00');

/** A customer on a test clock, who can buy a monthly desk for 31 dollars. */
async function visitor(start = START) {
  const buyer = { email: 'ada@example.com' };
  const { customer, advanceTo, totals } = await customerOnClock(world, at(start), buyer);
  const desk = await monthlyPrice(stripe, 3100);
  return {
    customer,
    desk,
    open: (subscription_data: Data, changes: Changes = {}) =>
      createSession(stripe, {
        customer,
        line_items: [{ price: desk, quantity: 1 }],
        subscription_data,
        ...changes,
      }),
    advanceTo: (time: string) => advanceTo(at(time)),
    totals,
  };
}

async function paid(session: string, request: Parameters<typeof emulator.pay>[1] = { card: 'visa' }) {
  const { result } = await emulator.pay(session, request);
  expect(result).toBe('complete');
  return stripe.checkout.sessions.retrieve(session, {
    expand: ['subscription', 'invoice', 'line_items'],
  });
}

const pageAddress = (url: string | null) => emulator.url + new URL(String(url)).pathname;

const post = (url: string | null, path: string, form: Record<string, string>) =>
  postForm(pageAddress(url) + path, form);

describe('a checkout with an anchor', () => {
  it('charges the time until the first full period in proportion', async () => {
    const { open, advanceTo, totals } = await visitor();
    const { id } = await open({ billing_cycle_anchor: ANCHOR });
    const lines = await stripe.checkout.sessions.listLineItems(id);
    expect(lines.data).toMatchObject([{ amount_subtotal: 1000, amount_total: 1000 }]);
    const done = await paid(id);
    expect(done).toMatchObject({
      amount_subtotal: 1000,
      amount_total: 1000,
      payment_status: 'paid',
      invoice: { billing_reason: 'subscription_create', status: 'paid', total: 1000 },
      line_items: { data: [{ amount_total: 1000 }] },
      subscription: {
        billing_cycle_anchor: ANCHOR,
        billing_cycle_anchor_config: null,
        items: { data: [{ current_period_start: at(START), current_period_end: ANCHOR }] },
        status: 'active',
      },
    });
    const [charge] = (await stripe.charges.list()).data;
    expect(charge?.amount).toBe(1000);
    await advanceTo('2027-02-20T01:00');
    expect(await totals()).toEqual([1000, 3100, 3100]);
  });

  it('charges for the time that is left at the payment, not at the creation', async () => {
    const { open, advanceTo } = await visitor();
    const { id } = await open({ billing_cycle_anchor: ANCHOR });
    await advanceTo('2027-01-10T12:00');
    expect(await paid(id)).toMatchObject({
      amount_total: 950,
      invoice: { total: 950 },
      subscription: { items: { data: [{ current_period_start: at('2027-01-10T12:00') }] } },
    });
  });

  it.each(['create_prorations', 'none'] as const)(
    'charges the full period after the anchor has passed, with proration_behavior %s',
    async (proration_behavior) => {
      const { open, advanceTo, totals } = await visitor();
      const anchor = at('2027-01-10T06:00');
      const { id } = await open({ billing_cycle_anchor: anchor, proration_behavior });
      await advanceTo('2027-01-10T12:00');
      expect(await paid(id)).toMatchObject({
        amount_total: 3100,
        subscription: {
          billing_cycle_anchor: anchor,
          items: { data: [{ current_period_start: anchor, current_period_end: at('2027-02-10T06:00') }] },
        },
      });
      await advanceTo('2027-02-10T07:00');
      expect(await totals()).toEqual([3100, 3100]);
    },
  );

  it('is free until the first full period without prorations, and creates no invoice', async () => {
    const { open, advanceTo, totals } = await visitor();
    const { id } = await open({ billing_cycle_anchor: ANCHOR, proration_behavior: 'none' });
    expect(await paid(id)).toMatchObject({
      amount_subtotal: 0,
      amount_total: 0,
      total_details: { amount_discount: 0, amount_tax: 0 },
      invoice: null,
      line_items: { data: [{ amount_subtotal: 0, amount_total: 0 }] },
      payment_status: 'no_payment_required',
      subscription: { billing_cycle_anchor: ANCHOR, latest_invoice: null, status: 'active' },
    });
    const types = await listEventTypes(world);
    expect(types).toContain('customer.subscription.created');
    expect(types.filter((type) => type.startsWith('invoice.'))).toEqual([]);
    await advanceTo('2027-01-20T01:00');
    expect(await totals()).toEqual([3100]);
  });

  it('needs no card if nothing is due and none is to be collected', async () => {
    const { open } = await visitor();
    const data = { billing_cycle_anchor: ANCHOR, proration_behavior: 'none' } as const;
    const { id } = await open(data, { payment_method_collection: 'if_required' });
    expect(await paid(id, {})).toMatchObject({
      subscription: { default_payment_method: null, pending_setup_intent: expect.any(String) },
    });
  });

  it('takes a date instead of a time', async () => {
    const { open } = await visitor();
    const { id } = await open({ billing_cycle_anchor_config: { day_of_month: 20, hour: 0 } });
    expect(await paid(id)).toMatchObject({
      amount_total: 1000,
      subscription: {
        billing_cycle_anchor: ANCHOR,
        billing_cycle_anchor_config: { day_of_month: 20, hour: 0, minute: null, month: null, second: null },
      },
    });
  });

  it('adds one-time prices in full, and takes percentages and taxes of what is due', async () => {
    const { open, desk } = await visitor();
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'once' });
    const rate = await vatRate(stripe, 10);
    const once = await newPrice(stripe, 400);
    const { id } = await open(
      { billing_cycle_anchor: ANCHOR, default_tax_rates: [rate] },
      {
        discounts: [{ coupon }],
        line_items: [
          { price: desk, quantity: 2 },
          { price: once, quantity: 1 },
        ],
      },
    );
    const done = await paid(id);
    expect(done).toMatchObject({
      amount_subtotal: 2400,
      amount_total: 1320,
      total_details: { amount_discount: 1200 },
    });
    expect((done.invoice as Stripe.Invoice).total).toBe(done.amount_total);
  });

  it.each(['volume', 'graduated'] as const)('prorates %s tiers like the invoice', async (tiers_mode) => {
    const { open } = await visitor();
    const { id: price } = await stripe.prices.create({
      billing_scheme: 'tiered',
      currency: 'usd',
      product_data: { name: 'Seat' },
      recurring: { interval: 'month' },
      tiers: [
        { flat_amount: 101, unit_amount: 333, up_to: 2 },
        { unit_amount: 77, up_to: 'inf' },
      ],
      tiers_mode,
    });
    const { id: coupon } = await stripe.coupons.create({ percent_off: 33 });
    const { id } = await open(
      { billing_cycle_anchor: ANCHOR },
      { discounts: [{ coupon }], line_items: [{ price, quantity: 5 }] },
    );
    const done = await paid(id);
    expect((done.invoice as Stripe.Invoice).total).toBe(done.amount_total);
  });

  it('bills a payment that waited for authentication as it was shown', async () => {
    const { open, advanceTo } = await visitor();
    const { id } = await open({ billing_cycle_anchor: ANCHOR });
    const first = await emulator.pay(id, { card: 'authentication' });
    expect(first.result).toBe('authentication_required');
    await advanceTo('2027-01-10T12:00');
    const done = await paid(id, { card: 'authentication', authentication: 'complete' });
    expect((done.invoice as Stripe.Invoice).amount_paid).toBe(done.amount_total);
  });

  it('asks again on its page once the anchor has passed', async () => {
    const { open, advanceTo } = await visitor();
    const { id, url } = await open({
      billing_cycle_anchor: at('2027-01-10T06:00'),
      proration_behavior: 'none',
    });
    await advanceTo('2027-01-10T12:00');
    const submit = async () => (await post(url, '', CARD)).text();
    expect(await submit()).toContain('A new billing period has changed the total.');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 3100,
      status: 'open',
    });
    await submit();
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete' });
  });

  it('rejects promotion codes of fixed amounts on its page', async () => {
    const { open } = await visitor();
    const codes = [{ amount_off: 100, currency: 'usd' }, { percent_off: 10 }].map(async (off, index) => {
      const { id: coupon } = await stripe.coupons.create(off);
      return stripe.promotionCodes.create({ code: `CODE${index}`, promotion: { type: 'coupon', coupon } });
    });
    await Promise.all(codes);
    const { id, url } = await open({ billing_cycle_anchor: ANCHOR }, { allow_promotion_codes: true });
    expect(await (await post(url, '/code', { code: 'CODE0' })).text()).toContain('This code is invalid.');
    await post(url, '/code', { code: 'CODE1' });
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 900 });
  });

  it('gives its page what is due now and when the first full period starts', async () => {
    const { open, advanceTo } = await visitor();
    const { id, url } = await open({ billing_cycle_anchor: ANCHOR });
    await advanceTo('2027-01-10T12:00');
    const page = await (await fetch(pageAddress(url))).text();
    expect(page).toContain('You are charged $9.50 today.');
    expect(page).toContain('from January 20, 2027 on');
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ amount_total: 950 });
  });
});

describe('a checkout is rejected', () => {
  const inData = (name: string) => `subscription_data[${name}]`;

  it.each([
    [{ billing_cycle_anchor: at(START) }, inData('billing_cycle_anchor')],
    [{ billing_cycle_anchor: at('2027-02-10T00:01') }, inData('billing_cycle_anchor')],
    [
      { billing_cycle_anchor: ANCHOR, billing_cycle_anchor_config: { day_of_month: 1 } },
      inData('billing_cycle_anchor'),
    ],
    [{ billing_cycle_anchor: ANCHOR, trial_period_days: 7 }, inData('billing_cycle_anchor')],
    [{ billing_cycle_anchor: ANCHOR, trial_end: ANCHOR }, inData('billing_cycle_anchor')],
    [
      { billing_cycle_anchor_config: { day_of_month: 1 }, trial_period_days: 7 },
      inData('billing_cycle_anchor_config'),
    ],
    [
      { billing_cycle_anchor_config: { day_of_month: 32 } },
      inData('billing_cycle_anchor_config][day_of_month'),
    ],
    [{ proration_behavior: 'always_invoice' }, inData('proration_behavior')],
  ] as [Data, string][])('with %j', async (data, param) => {
    const { open } = await visitor();
    await expectInvalid(open(data), param);
  });

  it('with an anchor and a trial, in the words of Stripe', async () => {
    const { open } = await visitor();
    const { message } = await readRejection(open({ billing_cycle_anchor: ANCHOR, trial_end: ANCHOR }));
    expect(message).toBe('You may only specify one of these parameters: billing_cycle_anchor, trial_end.');
  });

  it('with a date and a weekly price', async () => {
    const { open } = await visitor();
    const weekly = await newPrice(stripe, 700, { recurring: { interval: 'week' } });
    const call = open(
      { billing_cycle_anchor_config: { day_of_month: 1 } },
      { line_items: [{ price: weekly, quantity: 1 }] },
    );
    await expectRejection(call, { param: inData('billing_cycle_anchor_config') });
  });

  it('with a one-time price but without prorations', async () => {
    const { open, desk } = await visitor();
    const once = await newPrice(stripe, 400);
    const line_items = [desk, once].map((price) => ({ price, quantity: 1 }));
    const data = { billing_cycle_anchor: ANCHOR, proration_behavior: 'none' } as const;
    await expectRejection(open(data, { line_items }), { param: inData('proration_behavior') });
  });

  it('with a coupon of a fixed amount, unless the time until the anchor is free', async () => {
    const { open } = await visitor();
    const { id: coupon } = await stripe.coupons.create({ amount_off: 100, currency: 'usd' });
    const discounts = [{ coupon }];
    await expectInvalid(open({ billing_cycle_anchor: ANCHOR }, { discounts }), 'discounts');
    const free = { billing_cycle_anchor: ANCHOR, proration_behavior: 'none' } as const;
    expect(await open(free, { discounts })).toMatchObject({ amount_total: 0 });
  });
});
