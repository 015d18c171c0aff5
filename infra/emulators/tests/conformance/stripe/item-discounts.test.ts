import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();

const at = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
/** January and its 31 days. */
const START = at('2027-01-01');

type Item = Stripe.SubscriptionCreateParams.Item;

async function coupon(params: Stripe.CouponCreateParams) {
  return (await world.stripe.coupons.create({ duration: 'forever', ...params })).id;
}

/** A customer on a test clock, with prices of 31 and 10 dollars a month. */
async function account() {
  const { stripe, emulator } = world;
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const { id: customer } = await stripe.customers.create({
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
    test_clock: clock.id,
  });
  const [desk, lamp] = await Promise.all(
    [3100, 1000].map((unit_amount) =>
      stripe.prices.create({
        currency: 'usd',
        product_data: { name: `Thing for ${unit_amount}` },
        recurring: { interval: 'month' },
        unit_amount,
      }),
    ),
  );
  return {
    customer,
    desk: String(desk?.id),
    lamp: String(lamp?.id),
    subscribe: (items: Item[], more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
      stripe.subscriptions.create({
        customer,
        items,
        expand: ['latest_invoice', 'items.data.discounts'],
        ...more,
      }),
    async advanceTo(day: string) {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(day) + 3600 });
      await emulator.settle();
    },
    async totals() {
      const { data } = await stripe.invoices.list({ customer });
      return data.toReversed().map(({ total }) => total);
    },
  };
}

const invoiceOf = ({ latest_invoice }: Stripe.Subscription) => latest_invoice as Stripe.Invoice;
const itemAt = ({ items }: Stripe.Subscription, index = 0) => items.data[index] as Stripe.SubscriptionItem;

describe('the discount of a subscription item', () => {
  it('applies to the lines of that item only', async () => {
    const { desk, lamp, customer, subscribe } = await account();
    const half = await coupon({ percent_off: 50 });
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
    const invoice = invoiceOf(subscription);
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
    const { desk, lamp, subscribe } = await account();
    const half = await coupon({ percent_off: 50 });
    const tenth = await coupon({ percent_off: 10 });
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }, { price: lamp }], {
      discounts: [{ coupon: tenth }],
    });
    expect(invoiceOf(subscription)).toMatchObject({
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
    const preview = await world.stripe.invoices.createPreview({ subscription: id });
    expect(preview.total).toBe(3100 + 900);
    await advanceTo('2027-02-01');
    await advanceTo('2027-03-01');
    expect(await totals()).toEqual([2600 + 900, 3100 + 900, 3100 + 1000]);
    const { items } = await world.stripe.subscriptions.retrieve(id);
    expect(items.data.map(({ discounts }) => discounts)).toEqual([[], []]);
  });

  it('is spread over the tiers of a price', async () => {
    const { subscribe } = await account();
    const { id: price } = await world.stripe.prices.create({
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
    expect(invoiceOf(subscription)).toMatchObject({ total: 750 });
  });

  it('is part of a first period that is shorter than others', async () => {
    const { desk, subscribe } = await account();
    const half = await coupon({ percent_off: 50 });
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }], {
      billing_cycle_anchor: at('2027-01-11'),
    });
    expect(invoiceOf(subscription)).toMatchObject({ total: 500 });
  });

  it.each(['classic', 'flexible'] as const)('is part of prorations in %s mode', async (type) => {
    const { desk, subscribe, advanceTo } = await account();
    const half = await coupon({ percent_off: 50 });
    const subscription = await subscribe([{ price: desk, discounts: [{ coupon: half }] }], {
      billing_mode: { type },
    });
    await advanceTo('2027-01-11');
    const changed = await world.stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemAt(subscription).id, quantity: 3 }],
      proration_behavior: 'always_invoice',
      proration_date: at('2027-01-11'),
      expand: ['latest_invoice'],
    });
    expect(invoiceOf(changed).lines.data.map(({ amount }) => amount)).toEqual([-1050, 3150]);
  });

  it('is given, kept and removed by changes of the subscription and of the item', async () => {
    const { stripe } = world;
    const { desk, lamp, subscribe, advanceTo, totals } = await account();
    const half = await coupon({ percent_off: 50 });
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
    const { stripe } = world;
    const { customer, desk, subscribe } = await account();
    const half = await coupon({ percent_off: 50 });
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
    const price = { price: desk, quantity: 1 };
    const request = {
      mode: 'subscription',
      success_url: 'https://shop.example',
      line_items: [price],
    } as const;
    const calls = [
      () => subscribe([{ ...price, discounts: [both] }]),
      () => world.stripe.checkout.sessions.create({ ...request, discounts: [both] }),
    ];
    for (const call of calls) {
      expect((await readRejection(call())).message).toContain('one of these parameters: coupon, ');
    }
  });

  it.each([
    [{ coupon: 'unknown' }, 'items[0][discounts][0][coupon]'],
    [{ promotion_code: 'unknown' }, 'items[0][discounts][0][promotion_code]'],
    [{ discount: 'unknown' }, 'items[0][discounts][0][discount]'],
    [{ coupon: 'one', discount: 'two' }, 'items[0][discounts][0]'],
  ])('with %j', async (discount, param) => {
    const { desk, subscribe, customer } = await account();
    expect(await readRejection(subscribe([{ price: desk, discounts: [discount] }]))).toMatchObject({
      statusCode: 400,
      param: expect.stringContaining(param),
    });
    expect((await world.stripe.subscriptions.list({ customer })).data).toEqual([]);
  });

  it('if the coupon is for another product or currency', async () => {
    const { desk, lamp, subscribe } = await account();
    const { product } = await world.stripe.prices.retrieve(lamp);
    const other = await coupon({ percent_off: 50, applies_to: { products: [String(product)] } });
    const euros = await coupon({ amount_off: 50, currency: 'eur' });
    for (const each of [other, euros]) {
      const call = subscribe([{ price: desk, discounts: [{ coupon: each }] }]);
      expect(await readRejection(call)).toMatchObject({ param: 'items[0][discounts][0][coupon]' });
    }
  });

  it('with 501 next to what is not supported', async () => {
    const { stripe } = world;
    const { desk, subscribe } = await account();
    const half = await coupon({ percent_off: 50 });
    const items = [{ price: desk, discounts: [{ coupon: half }] }];
    const backdated = subscribe(items, { backdate_start_date: START - 86_400 });
    expect(await readRejection(backdated)).toMatchObject({ statusCode: 501 });
    const subscription = await subscribe(items);
    const scheduled = stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    expect(await readRejection(scheduled)).toMatchObject({ statusCode: 501 });
    const pending = stripe.subscriptionItems.update(itemAt(subscription).id, {
      discounts: [{ coupon: half }],
      payment_behavior: 'pending_if_incomplete',
    });
    expect(await readRejection(pending)).toMatchObject({ statusCode: 501 });
  });
});
