import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createSession, monthlyPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { customerOnClock } from '../../support/stripe/on-clock.ts';
import { beginSchedule, expandedInvoice, payForWith } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection, expectRejections } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
/** January and its 31 days. */
const START = at('2027-01-01');

type Item = Stripe.SubscriptionCreateParams.Item;

async function coupon(params: Stripe.CouponCreateParams) {
  return (await stripe.coupons.create({ duration: 'forever', ...params })).id;
}

/** A customer on a test clock, with prices of 31 and 10 dollars a month, and a coupon of 50 %. */
async function account() {
  const { customer, advanceTo, totals } = await customerOnClock(world, START);
  return {
    customer,
    desk: await monthlyPrice(stripe, 3100),
    lamp: await monthlyPrice(stripe, 1000),
    half: await coupon({ percent_off: 50 }),
    subscribe: (items: Item[], more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
      stripe.subscriptions.create({
        customer,
        items,
        expand: ['latest_invoice', 'items.data.discounts'],
        ...more,
      }),
    advanceTo: (day: string) => advanceTo(at(day) + 3600),
    totals,
  };
}

const itemAt = ({ items }: Stripe.Subscription, index = 0) => items.data[index] as Stripe.SubscriptionItem;

describe('the discount of a subscription item', () => {
  it('applies to the lines of that item only', async () => {
    const { desk, lamp, customer, subscribe, half } = await account();
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }, { price: lamp }]);
    const item = itemAt(subscription);
    const [discount] = item.discounts as Stripe.Discount[];
    expect(discount).toMatchObject({
      customer,
      source: { coupon: half },
      subscription: subscription.id,
      subscription_item: item.id,
    });
    expect(itemAt(subscription, 1).discounts).toEqual([]);
    expect(subscription.discounts).toEqual([]);
    const invoice = expandedInvoice(subscription);
    const taken = [{ amount: 1550, discount: discount?.id }];
    expect(invoice).toMatchObject({
      discounts: [],
      subtotal: 2550,
      total: 2550,
      total_discount_amounts: taken,
    });
    expect(invoice.lines.data).toMatchObject([
      { amount: 3100, discount_amounts: taken, discounts: [discount?.id] },
      { amount: 1000, discount_amounts: [], discounts: [] },
    ]);
    expect(await listEventTypes(world, { type: 'customer.discount.created' })).toHaveLength(1);
  });

  it('comes before that of the subscription', async () => {
    const { desk, lamp, subscribe, half } = await account();
    const tenth = await coupon({ percent_off: 10 });
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }, { price: lamp }], {
      discounts: [{ coupon: tenth }],
    });
    expect(expandedInvoice(subscription)).toMatchObject({
      discounts: subscription.discounts,
      total: 1550 - 155 + 900,
    });
  });

  it('lasts as long as its coupon', async () => {
    const { desk, lamp, subscribe, advanceTo, totals } = await account();
    const once = await coupon({ amount_off: 500, currency: 'usd', duration: 'once' });
    const twice = await coupon({ percent_off: 10, duration: 'repeating', duration_in_months: 2 });
    const { id } = await subscribe([
      { price: desk, discounts: [{ coupon: once }] },
      { price: lamp, discounts: [{ coupon: twice }] },
    ]);
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview.total).toBe(3100 + 900);
    await advanceTo('2027-02-01');
    await advanceTo('2027-03-01');
    expect(await totals()).toEqual([2600 + 900, 3100 + 900, 3100 + 1000]);
    const { items } = await stripe.subscriptions.retrieve(id);
    expect(items.data.map(({ discounts }) => discounts)).toEqual([[], []]);
  });

  it('is spread over the tiers of a price', async () => {
    const { subscribe } = await account();
    const { id: price } = await stripe.prices.create({
      billing_scheme: 'tiered',
      currency: 'usd',
      product_data: { name: 'Seat' },
      recurring: { interval: 'month' },
      tiers: [
        { unit_amount: 300, up_to: 2 },
        { unit_amount: 200, up_to: 'inf' },
      ],
      tiers_mode: 'graduated',
    });
    const off = await coupon({ amount_off: 250, currency: 'usd' });
    const subscription = await subscribe([{ price, quantity: 4, discounts: [{ coupon: off }] }]);
    expect(expandedInvoice(subscription)).toMatchObject({ total: 750 });
  });

  it('is part of a first period that is shorter than others', async () => {
    const { desk, subscribe, half } = await account();
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }], {
      billing_cycle_anchor: at('2027-01-11'),
    });
    expect(expandedInvoice(subscription)).toMatchObject({ total: 500 });
  });

  it.each(['classic', 'flexible'] as const)('is part of prorations in %s mode', async (type) => {
    const { desk, subscribe, advanceTo, half } = await account();
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }], {
      billing_mode: { type },
    });
    await advanceTo('2027-01-11');
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemAt(subscription).id, quantity: 3 }],
      proration_behavior: 'always_invoice',
      proration_date: at('2027-01-11'),
      expand: ['latest_invoice'],
    });
    expect(expandedInvoice(changed).lines.data.map(({ amount }) => amount)).toEqual([-1050, 3150]);
  });

  it('is given, kept and removed by changes of the subscription and of the item', async () => {
    const { desk, lamp, subscribe, advanceTo, totals, half } = await account();
    const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: half } });
    const { id, ...subscription } = await subscribe([{ price: desk }]);
    const item = itemAt({ id, ...subscription }).id;
    const given = await stripe.subscriptionItems.update(item, { discounts: [{ promotion_code: code.id }] });
    const [discount] = given.discounts;
    expect(given.discounts).toHaveLength(1);
    expect(await stripe.subscriptionItems.update(item, { metadata: { a: 'b' } })).toMatchObject({
      discounts: [discount],
    });
    const kept = await stripe.subscriptions.update(id, {
      items: [{ id: item, discounts: [{ discount: String(discount) }] }],
    });
    expect(itemAt(kept).discounts).toEqual([discount]);
    const added = await stripe.subscriptionItems.create({
      subscription: id,
      price: lamp,
      discounts: [{ coupon: half }],
      proration_behavior: 'none',
    });
    expect(added.discounts).toHaveLength(1);
    await advanceTo('2027-02-01');
    expect(await stripe.subscriptionItems.update(item, { discounts: '' })).toMatchObject({ discounts: [] });
    await stripe.subscriptionItems.del(added.id, { proration_behavior: 'none' });
    expect(await listEventTypes(world, { type: 'customer.discount.deleted' })).toHaveLength(2);
    await advanceTo('2027-03-01');
    expect(await totals()).toEqual([3100, 1550 + 500, 3100]);
    expect(await stripe.coupons.retrieve(half)).toMatchObject({ times_redeemed: 2 });
  });

  it('is shown by previews, which redeem nothing', async () => {
    const { customer, desk, subscribe, half } = await account();
    const items = [{ price: desk, discounts: [{ coupon: half }] }];
    expect(await stripe.invoices.createPreview({ customer, subscription_details: { items } })).toMatchObject({
      total: 1550,
    });
    const subscription = await subscribe([{ price: desk }]);
    const changed = [{ id: itemAt(subscription).id, discounts: [{ coupon: half }] }];
    expect(
      await stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: { items: changed },
      }),
    ).toMatchObject({ total: 1550 });
    expect(await stripe.coupons.retrieve(half)).toMatchObject({ times_redeemed: 0 });
  });
});

describe('the discount of an item is rejected', () => {
  it('with two sources, like every other discount', async () => {
    const { desk, subscribe } = await account();
    const both = { coupon: 'one', promotion_code: 'two' };
    const calls = [
      subscribe([{ price: desk, discounts: [both] }]),
      createSession(stripe, { line_items: [{ price: desk, quantity: 1 }], discounts: [both] }),
    ];
    await expectRejections(calls, { message: expect.stringContaining('one of these parameters: coupon, ') });
  });

  it.each([
    [{ coupon: 'unknown' }, 'items[0][discounts][0][coupon]'],
    [{ promotion_code: 'unknown' }, 'items[0][discounts][0][promotion_code]'],
    [{ discount: 'unknown' }, 'items[0][discounts][0][discount]'],
    [{ coupon: 'one', discount: 'two' }, 'items[0][discounts][0]'],
  ])('with %j', async (discount, param) => {
    const { desk, subscribe, customer } = await account();
    await expectRejection(subscribe([{ price: desk, discounts: [discount] }]), {
      statusCode: 400,
      param: expect.stringContaining(param),
    });
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  });

  it('if the coupon is for another currency', async () => {
    const { desk, subscribe } = await account();
    const euros = await coupon({ amount_off: 50, currency: 'eur' });
    const call = subscribe([{ price: desk, discounts: [{ coupon: euros }] }]);
    await expectInvalid(call, 'items[0][discounts][0][coupon]');
  });

  it('in a phase that could not begin with it, before anything changes', async () => {
    const { subscriptionSchedules } = stripe;
    const { customer, desk, subscribe, half } = await account();
    const euros = await coupon({ amount_off: 50, currency: 'eur' });
    const create = (discount: Stripe.SubscriptionScheduleCreateParams.Phase.Item.Discount) =>
      beginSchedule(stripe, customer, [{ items: [{ price: desk, discounts: [discount] }] }]);
    const place = 'phases[0][items][0][discounts][0]';
    await expectInvalid(create({ coupon: euros }), `${place}[coupon]`);
    await expectRejection(create({ discount: 'di_none' }), {
      code: 'resource_missing',
      param: `${place}[discount]`,
    });
    const { discounts } = await subscribe([{ price: desk }], { discounts: [{ coupon: half }] });
    await expectRejection(create({ discount: String(discounts[0]) }), {
      statusCode: 501,
      param: `${place}[discount]`,
    });
    expect((await subscriptionSchedules.list()).data).toEqual([]);
  });
});

describe('the discount of an item beside a schedule', () => {
  it('begins and ends with the phases that name it', async () => {
    const { customer, desk, lamp, advanceTo, totals, half } = await account();
    const item = { price: desk, discounts: [{ coupon: half }] };
    const schedule = await beginSchedule(stripe, customer, [
      { items: [item, { price: lamp }], duration: { interval: 'month', interval_count: 2 } },
      { items: [{ price: desk }], duration: { interval: 'month' } },
      { items: [item], duration: { interval: 'month' } },
    ]);
    expect(schedule.phases.map(({ items }) => items[0]?.discounts)).toEqual([
      [{ coupon: half, discount: null, promotion_code: null }],
      [],
      [{ coupon: half, discount: null, promotion_code: null }],
    ]);
    for (const day of ['2027-02-01', '2027-03-01', '2027-04-01']) await advanceTo(day);
    expect(await totals()).toEqual([2550, 2550, 3100, 1550]);
    expect(await stripe.coupons.retrieve(half)).toMatchObject({ times_redeemed: 2 });
    expect(await listEventTypes(world, { type: 'customer.discount.deleted' })).toHaveLength(1);
  });

  it('stays when the subscription gets a schedule, and follows its changes', async () => {
    const { desk, subscribe, advanceTo, totals, half } = await account();
    const tenth = await coupon({ percent_off: 10 });
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }]);
    const { id } = itemAt(subscription);
    const phaseItem = async (schedule: string) =>
      (await stripe.subscriptionSchedules.retrieve(schedule)).phases[0]?.items[0];
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [discount] = itemAt(subscription).discounts as Stripe.Discount[];
    expect((await phaseItem(schedule.id))?.discounts).toMatchObject([{ discount: discount?.id }]);
    const given = await stripe.subscriptions.update(subscription.id, {
      items: [{ id, discounts: [{ coupon: tenth }] }],
    });
    expect((await phaseItem(schedule.id))?.discounts).toMatchObject([
      { discount: itemAt(given).discounts[0] },
    ]);
    await stripe.subscriptionSchedules.release(schedule.id);
    await advanceTo('2027-02-01');
    expect(await totals()).toEqual([1550, 2790]);
  });
});

describe('the discount of an item in a pending update', () => {
  it('applies once its invoice is paid', async () => {
    const { customer, desk, subscribe, half } = await account();
    const before = await subscribe([{ price: desk }]);
    const { id } = itemAt(before);
    await payForWith(world, customer, before.id, 'pm_card_chargeCustomerFail');
    await stripe.subscriptionItems.update(id, {
      discounts: [{ coupon: half }],
      quantity: 3,
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    });
    const waiting = await stripe.subscriptions.retrieve(before.id);
    expect(itemAt(waiting)).toMatchObject({ discounts: [], quantity: 1 });
    const pending = waiting.pending_update?.subscription_items?.[0];
    expect(pending).toMatchObject({ id, discounts: [expect.stringMatching(/^di_/)], quantity: 3 });
    const { id: working } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const paid = await stripe.invoices.pay(String(waiting.latest_invoice), { payment_method: working });
    expect(paid).toMatchObject({ total: 4650 - 3100 });
    expect(itemAt(await stripe.subscriptions.retrieve(before.id))).toMatchObject({
      discounts: pending?.discounts,
      quantity: 3,
    });
  });
});

describe('the discount of an item of a backdated subscription', () => {
  const started = at('2026-11-17');

  it.each([
    ['flexible', undefined, [1550, 750, 3100]],
    ['flexible', 'itemized', [3100, 1500, 3100]],
    ['classic', undefined, [1550 + 750, 3100]],
  ] as const)('applies to each period since the start in %s mode, %s', async (type, shown, amounts) => {
    const { desk, subscribe, half } = await account();
    const flexible = shown && { flexible: { proration_discounts: shown } };
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }], {
      backdate_start_date: started,
      billing_mode: { type, ...flexible },
    });
    expect(expandedInvoice(subscription)).toMatchObject({ total: 1550 + 750 + 1550 });
    expect(expandedInvoice(subscription).lines.data.map(({ amount }) => amount)).toEqual(amounts);
  });
});

it('the discount of a backdated subscription applies to each period since the start', async () => {
  const { desk, lamp, subscribe } = await account();
  const five = await coupon({ amount_off: 500, currency: 'usd', duration: 'once' });
  const subscription = await subscribe([{ price: desk }, { price: lamp }], {
    backdate_start_date: at('2026-12-01'),
    discounts: [{ coupon: five }],
  });
  expect(expandedInvoice(subscription)).toMatchObject({ total: 2 * 3600 });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ discounts: [] });
});

it('the discount of an item takes nothing off a free time before the anchor', async () => {
  const { desk, subscribe, advanceTo, totals } = await account();
  const half = await coupon({ percent_off: 50 });
  await subscribe([{ price: desk, discounts: [{ coupon: half }] }], {
    trial_end: at('2027-01-11'),
    billing_cycle_anchor: at('2027-01-21'),
    proration_behavior: 'none',
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
  });
  await advanceTo('2027-01-11');
  await advanceTo('2027-01-21');
  expect(await totals()).toEqual([0, 0, 1550]);
});
