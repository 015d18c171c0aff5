import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { findPrice, newPrice } from '../../support/stripe/checkout.ts';
import { APRIL, JULY, JUNE, MAY, MIDDLE } from '../../support/stripe/dates.ts';
import { createWorld, type World } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { customerOnClock, subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { beginSchedule } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe } = world;

const BEFORE_END = 7 * 86_400;

/** A schedule created from a subscription, with `next` as the phases after its current period. */
async function scheduled(
  { stripe }: World,
  subscription: string,
  next: readonly Stripe.SubscriptionScheduleUpdateParams.Phase[],
  change: Stripe.SubscriptionScheduleUpdateParams = {},
) {
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription });
  const [current] = phases;
  if (current === undefined) throw new Error('the schedule has no phase');
  return stripe.subscriptionSchedules.update(id, {
    phases: [
      {
        items: current.items.map(({ price, quantity = 1 }) => ({ price: String(price), quantity })),
        start_date: current.start_date,
        end_date: current.end_date,
      },
      ...next,
    ],
    ...change,
  });
}

/** A subscription with a schedule, whose id is given. */
async function managed() {
  const at = await subscribedOnClock(world, APRIL);
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: at.subscription.id });
  return { ...at, id, phases };
}

const priceIn = ({ items }: Stripe.Subscription) =>
  items.data.map(({ price, quantity }) => [price.id, quantity]);

describe('the schedule of a subscription', () => {
  it('is created with the current period, and returned by the subscription', async () => {
    const at = await subscribedOnClock(world, APRIL);
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: at.subscription.id });
    expect(schedule).toMatchObject({
      object: 'subscription_schedule',
      status: 'active',
      customer: at.customer,
      subscription: at.subscription.id,
      end_behavior: 'release',
      current_phase: { start_date: APRIL, end_date: MAY },
      phases: [
        { start_date: APRIL, end_date: MAY, items: [{ price: await findPrice(stripe), quantity: 1 }] },
      ],
      released_subscription: null,
    });
    const shown = await stripe.subscriptions.retrieve(at.subscription.id, { expand: ['schedule'] });
    expect(shown.schedule).toMatchObject({ id: schedule.id, object: 'subscription_schedule' });
    expect((await stripe.subscriptionSchedules.list({ customer: at.customer })).data).toHaveLength(1);
    const twice = await readRejection(
      stripe.subscriptionSchedules.create({ from_subscription: at.subscription.id }),
    );
    expect(twice.message).toContain(`already attached to a schedule: \`${schedule.id}\``);
  });

  it('changes the plan at the end of the period, and bills the next one only at the new price', async () => {
    const at = await subscribedOnClock(world, APRIL);
    const business = await findPrice(stripe, 'business_monthly');
    await at.advanceTo(MIDDLE);
    const schedule = await scheduled(world, at.subscription.id, [
      { items: [{ price: business, quantity: 1 }], duration: { interval: 'month' }, metadata: { tier: 'b' } },
    ]);
    expect(schedule.phases.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      [APRIL, MAY],
      [MAY, JUNE],
    ]);
    const change = (phase: object) =>
      stripe.subscriptionSchedules.update(schedule.id, {
        phases: [{ items: [{ price: business }], ...phase }],
      });
    await expectInvalid(change({ start_date: APRIL, end_date: APRIL + 1 }), 'phases[0][end_date]');
    const message = 'You can not modify the start date of the current phase.';
    await expectRejection(change({ start_date: APRIL + 1 }), { message });
    await at.advanceTo(MAY);
    const changed = await stripe.subscriptions.retrieve(at.subscription.id);
    expect(priceIn(changed)).toEqual([[business, 1]]);
    expect(changed.metadata).toMatchObject({ tier: 'b' });
    expect(changed.items.data[0]).toMatchObject({ current_period_start: MAY, current_period_end: JUNE });
    const invoices = await stripe.invoices.list({ subscription: changed.id });
    expect(invoices.data.map(({ total, billing_reason: reason }) => [total, reason])).toEqual([
      [149_900, 'subscription_cycle'],
      [100_000, 'subscription_create'],
    ]);
    await at.advanceTo(JUNE);
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_at: JUNE,
      released_subscription: changed.id,
      subscription: null,
      current_phase: null,
    });
    expect(await stripe.subscriptions.retrieve(changed.id)).toMatchObject({
      schedule: null,
      status: 'active',
    });
    expect((await stripe.invoices.list({ subscription: changed.id })).data[0]).toMatchObject({
      total: 149_900,
    });
    expect(await listEventTypes(world, { type: 'subscription_schedule.*' })).toEqual([
      'subscription_schedule.created',
      'subscription_schedule.updated',
      'subscription_schedule.updated',
      'subscription_schedule.expiring',
      'subscription_schedule.released',
    ]);
  });

  it('starts a new billing cycle if the interval changes', async () => {
    const at = await subscribedOnClock(world, APRIL);
    const price = await newPrice(stripe, 1_000_000, { recurring: { interval: 'year' } });
    await scheduled(world, at.subscription.id, [{ items: [{ price, quantity: 1 }] }]);
    await at.advanceTo(MAY);
    const changed = await stripe.subscriptions.retrieve(at.subscription.id, { expand: ['latest_invoice'] });
    const nextMay = Date.UTC(2028, 4, 1) / 1000;
    expect(changed.items.data[0]).toMatchObject({ current_period_start: MAY, current_period_end: nextMay });
    expect(changed).toMatchObject({
      ...{ billing_cycle_anchor: MAY, latest_invoice: { status: 'paid', total: 1_000_000 } },
    });
    expect((await stripe.invoices.list({ subscription: changed.id })).data).toHaveLength(2);
  });

  it('prorates a phase that starts within a period, unless the phase says not to', async () => {
    const { id, ...at } = await managed();
    const business = await findPrice(stripe, 'business_monthly');
    const pro = await findPrice(stripe);
    await stripe.subscriptionSchedules.update(id, {
      phases: [
        { items: [{ price: pro, quantity: 1 }], start_date: APRIL, end_date: MIDDLE },
        { items: [{ price: business, quantity: 1 }], end_date: JULY, proration_behavior: 'always_invoice' },
      ],
    });
    await at.advanceTo(MIDDLE);
    const [billed] = (await stripe.invoices.list({ subscription: at.subscription.id })).data;
    expect(billed).toMatchObject({ status: 'paid', total: 24_950, billing_reason: 'subscription_update' });
  });

  it('starts another phase immediately on request', async () => {
    const { id, ...at } = await managed();
    await at.advanceTo(MIDDLE);
    const pro = await findPrice(stripe);
    const updated = await stripe.subscriptionSchedules.update(id, {
      phases: [{ items: [{ price: pro, quantity: 3 }], start_date: 'now', duration: { interval: 'month' } }],
      proration_behavior: 'none',
    });
    expect(updated.phases.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      [APRIL, MIDDLE],
      [MIDDLE, MIDDLE + 30 * 86_400],
    ]);
    expect(updated.current_phase).toMatchObject({ start_date: MIDDLE });
    expect(priceIn(await stripe.subscriptions.retrieve(at.subscription.id))).toEqual([[pro, 3]]);
    expect((await stripe.invoiceItems.list({ customer: at.customer, pending: true })).data).toEqual([]);
  });

  it('cancels the subscription after its last phase on request, and can undo that', async () => {
    const at = await subscribedOnClock(world, APRIL);
    const pro = await findPrice(stripe);
    const next = [{ items: [{ price: pro, quantity: 1 }], duration: { interval: 'month' as const } }];
    const schedule = await scheduled(world, at.subscription.id, next, { end_behavior: 'cancel' });
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ cancel_at: null });
    await at.advanceTo(MAY);
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ cancel_at: JUNE });
    for (const [end_behavior, cancel_at] of [
      ['release', null],
      ['cancel', JUNE],
    ] as const) {
      await stripe.subscriptionSchedules.update(schedule.id, { end_behavior });
      expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ cancel_at });
    }
    await at.advanceTo(JUNE);
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ status: 'canceled' });
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'completed',
      completed_at: JUNE,
    });
    expect(await listEventTypes(world, { type: 'subscription_schedule.*' })).toContain(
      'subscription_schedule.completed',
    );
  });

  it('clears the cancel date of the subscription when another phase is added', async () => {
    const { id, ...at } = await managed();
    await stripe.subscriptionSchedules.update(id, { end_behavior: 'cancel' });
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ cancel_at: MAY });
    const items = [{ price: await findPrice(stripe), quantity: 1 }];
    await stripe.subscriptionSchedules.update(id, {
      phases: [
        { items, start_date: APRIL, end_date: MAY },
        { items, end_date: JUNE },
      ],
    });
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ cancel_at: null });
    await at.advanceTo(MAY);
    expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({
      status: 'active',
      cancel_at: JUNE,
    });
  });

  it('can be released, which clears the cancel date of the subscription unless it is preserved', async () => {
    for (const keeps of [false, true]) {
      const { id, ...at } = await managed();
      await stripe.subscriptionSchedules.update(id, { end_behavior: 'cancel' });
      expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ cancel_at: MAY });
      const rejected = await readRejection(
        stripe.subscriptions.update(at.subscription.id, { cancel_at_period_end: true }),
      );
      expect(rejected.message).toContain(`managed by the subscription schedule \`${id}\``);
      const released = await stripe.subscriptionSchedules.release(id, { preserve_cancel_date: keeps });
      expect(released).toMatchObject({
        status: 'released',
        subscription: null,
        released_subscription: at.subscription.id,
      });
      expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({
        schedule: null,
        cancel_at: keeps ? MAY : null,
      });
      const again = await readRejection(stripe.subscriptionSchedules.release(id));
      expect(again.message).toContain('currently in the `released` status');
    }
  });

  it('is canceled together with its subscription, from either side', async () => {
    for (const side of ['schedule', 'subscription']) {
      const { id, ...at } = await managed();
      if (side === 'schedule') await stripe.subscriptionSchedules.cancel(id);
      else await stripe.subscriptions.cancel(at.subscription.id);
      expect(await stripe.subscriptionSchedules.retrieve(id)).toMatchObject({
        status: 'canceled',
        canceled_at: APRIL,
        current_phase: null,
      });
      expect(await stripe.subscriptions.retrieve(at.subscription.id)).toMatchObject({ status: 'canceled' });
    }
  });

  it('bills one-time items on the next invoice if the phase starts within a period', async () => {
    const { id, phases, ...at } = await managed();
    const fee = await stripe.prices.create({ currency: 'usd', unit_amount: 5000, product: 'outharbor_pro' });
    const items = [{ price: await findPrice(stripe), quantity: 1 }];
    const start_date = Number(phases[0]?.start_date);
    const end_date = Number(phases[0]?.end_date);
    const current = { items, start_date, end_date, add_invoice_items: [{ price: fee.id }] };
    await stripe.subscriptionSchedules.update(id, { phases: [current] });
    const { customer } = at;
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    await at.advanceTo(MAY);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ total }) => total)).toEqual([105_000, 100_000]);
  });

  it('adopts changes made to the subscription itself', async () => {
    const { id, ...at } = await managed();
    const item = String(at.subscription.items.data[0]?.id);
    await stripe.subscriptions.update(at.subscription.id, { items: [{ id: item, quantity: 5 }] });
    const { phases } = await stripe.subscriptionSchedules.retrieve(id);
    expect(phases[0]?.items[0]).toMatchObject({ quantity: 5 });
  });
});

describe('a schedule without a subscription', () => {
  it('starts its own subscription on the start date, billed like a renewal', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const schedule = await stripe.subscriptionSchedules.create({
      customer,
      start_date: MAY,
      phases: [
        {
          items: [{ price: await findPrice(stripe), quantity: 2 }],
          duration: { interval: 'month', interval_count: 2 },
        },
      ],
    });
    expect(schedule).toMatchObject({ status: 'not_started', subscription: null, current_phase: null });
    await advanceTo(MAY);
    const begun = await stripe.subscriptionSchedules.retrieve(schedule.id, {
      expand: ['subscription.latest_invoice'],
    });
    expect(begun).toMatchObject({
      status: 'active',
      current_phase: { start_date: MAY, end_date: JULY },
      subscription: { status: 'active', latest_invoice: { status: 'paid', total: 200_000 } },
    });
    await advanceTo(JULY - BEFORE_END);
    expect(await listEventTypes(world, { type: 'subscription_schedule.*' })).toContain(
      'subscription_schedule.expiring',
    );
  });

  it('applies the discounts of a phase for as long as the phase lasts', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const items = [{ price: await findPrice(stripe), quantity: 1 }];
    const month = { interval: 'month' as const };
    const { id } = await beginSchedule(stripe, customer, [
      { items, duration: { ...month, interval_count: 2 }, discounts: [{ coupon }] },
      { items, duration: month },
    ]);
    for (const time of [MAY, JUNE]) await advanceTo(time);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ total }) => total)).toEqual([100_000, 50_000, 50_000]);
    expect(await stripe.coupons.retrieve(coupon)).toMatchObject({ times_redeemed: 1 });
    const { subscription } = await stripe.subscriptionSchedules.retrieve(id);
    expect(await stripe.subscriptions.retrieve(String(subscription))).toMatchObject({ discounts: [] });
    expect(await listEventTypes(world, { type: 'customer.discount.*' })).toEqual([
      'customer.discount.created',
      'customer.discount.deleted',
    ]);
  });

  it('begins each phase, whatever has been archived, detached or used up since', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const { id: product } = await stripe.products.create({ name: 'A' });
    const recurring = { interval: 'month' } as const;
    const price = await newPrice(stripe, 4000, { product, recurring });
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50, duration: 'forever' });
    const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    const { subscription } = await beginSchedule(stripe, customer, [
      { items: [{ price: await findPrice(stripe) }], duration: recurring },
      {
        ...{ items: [{ price }], duration: recurring },
        ...{ discounts: [{ coupon }], default_payment_method: method.id },
      },
    ]);
    await stripe.prices.update(price, { active: false });
    await stripe.products.update(product, { active: false });
    await stripe.coupons.del(coupon);
    await stripe.paymentMethods.detach(method.id);
    await advanceTo(MAY);
    const shown = await stripe.subscriptions.retrieve(String(subscription));
    expect(shown).toMatchObject({ status: 'active', discounts: [], default_payment_method: null });
    expect(priceIn(shown)).toEqual([[price, 1]]);
  });

  it('rejects phases that could not begin', async () => {
    const { customer } = await customerOnClock(world, APRIL);
    const first = { items: [{ price: await findPrice(stripe) }], duration: { interval: 'month' as const } };
    const after = (change: Partial<Stripe.SubscriptionScheduleCreateParams.Phase>) =>
      beginSchedule(stripe, customer, [first, { ...first, ...change }]);
    await expectRejection(after({ discounts: [{ coupon: 'none' }] }), {
      ...{ code: 'resource_missing', param: 'phases[1][discounts][0][coupon]' },
    });
    await expectRejection(after({ default_payment_method: 'pm_none' }), {
      ...{ code: 'resource_missing', param: 'phases[1][default_payment_method]' },
    });
    const [item] = first.items;
    const items = Array.from({ length: 21 }, () => ({ ...item }));
    await expectRejection(after({ items }), { message: expect.stringContaining('maximum number of items') });
  });

  it('bills the one-time items of a phase on its first invoice only', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const fee = await stripe.prices.create({ currency: 'usd', unit_amount: 5000, product: 'outharbor_pro' });
    const items = [{ price: await findPrice(stripe), quantity: 1 }];
    const duration = { interval: 'month', interval_count: 1 } as const;
    const phases = [
      { items, duration, add_invoice_items: [{ price: fee.id, metadata: { what: 'set-up' } }] },
      {
        items,
        duration: { ...duration, interval_count: 2 },
        add_invoice_items: [{ price: fee.id, quantity: 2 }],
      },
    ];
    const { id, ...made } = await beginSchedule(stripe, customer, phases);
    expect(made.phases[0]?.add_invoice_items).toMatchObject([
      { price: fee.id, quantity: 1, metadata: { what: 'set-up' }, discountable: true },
    ]);
    // Repeated in an update, they are not billed again.
    const begun = made.phases.map(({ start_date, end_date }) => ({ start_date, end_date }));
    const again = phases.map(({ duration: _, ...phase }, index) => ({
      ...phase,
      ...begun[index],
      description: 'Said again',
    }));
    await stripe.subscriptionSchedules.update(id, { phases: again });
    for (const time of [MAY, JUNE]) await advanceTo(time);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ total }) => total)).toEqual([100_000, 110_000, 105_000]);
    const lines = data[1]?.lines.data ?? [];
    expect(lines.find(({ amount }) => amount === 10_000)).toMatchObject({
      quantity: 2,
      period: { start: MAY, end: JUNE },
      pricing: { price_details: { price: fee.id, product: 'outharbor_pro' } },
    });
  });

  it('bills the one-time items of a phase on the invoice that starts a new billing cycle', async () => {
    const { customer, advanceTo } = await customerOnClock(world, APRIL);
    const fee = await newPrice(stripe, 5000);
    const yearly = await newPrice(stripe, 1_000_000, { recurring: { interval: 'year' } });
    await beginSchedule(stripe, customer, [
      { items: [{ price: await findPrice(stripe) }], duration: { interval: 'month' } },
      { items: [{ price: yearly }], add_invoice_items: [{ price: fee }] },
    ]);
    await advanceTo(MAY);
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ total }) => total)).toEqual([1_005_000, 100_000]);
  });

  it('rejects a recurring price as a one-time item, and one in another currency', async () => {
    const { customer } = await customerOnClock(world, APRIL);
    const price = await findPrice(stripe);
    const euros = await stripe.prices.create({ currency: 'eur', unit_amount: 1, product: 'outharbor_pro' });
    for (const wrong of [price, euros.id]) {
      const phases = [{ items: [{ price }], add_invoice_items: [{ price: wrong }] }];
      const create = stripe.subscriptionSchedules.create({ customer, start_date: 'now', phases });
      await expectInvalid(create, 'phases[0][add_invoice_items][0][price]');
    }
  });

  // Source: docs.stripe.com/api/subscription_schedules/create.
  it('has phases with one kind of trial', async () => {
    const { subscriptionSchedules: schedules, customers } = stripe;
    const { id: customer } = await customers.create();
    const phase = { items: [{ price: await findPrice(stripe) }], end_date: JULY, trial: true };
    const create = (change: object) =>
      schedules.create({ customer, start_date: APRIL, phases: [{ ...phase, ...change }] });
    await expectInvalid(create({ trial_end: JULY }), 'phases[0][trial_end]');
    await expectInvalid(create({ billing_cycle_anchor: 'phase_start' }), 'phases[0][billing_cycle_anchor]');
    const { id, phases } = await create({});
    expect(phases).toMatchObject([{ trial: true, trial_end: JULY }]);
    const update = (change: object) => schedules.update(id, { phases: [{ ...phase, ...change }] });
    const again = { start_date: APRIL, trial_end: JULY };
    expect(await update(again)).toMatchObject({ phases });
    await expectInvalid(update({ ...again, trial_end: MAY }), 'phases[0][trial_end]');
    await expectRejection(update({}), { message: expect.stringContaining('to anchor end dates to.') });
  });

  it('can be canceled before it starts, and rejects invalid phases', async () => {
    const { customer } = await customerOnClock(world, APRIL);
    const phases = [{ items: [{ price: await findPrice(stripe), quantity: 1 }] }];
    const late = stripe.subscriptionSchedules.create({ customer, start_date: 1, phases });
    await expectInvalid(late, 'start_date');
    await expectInvalid(stripe.subscriptionSchedules.create({ customer, start_date: MAY }), 'phases');
    const { id } = await stripe.subscriptionSchedules.create({ customer, start_date: MAY, phases });
    const items = phases[0]?.items ?? [];
    const gap = stripe.subscriptionSchedules.update(id, {
      phases: [
        { items, start_date: MAY, end_date: JUNE },
        { items, start_date: JULY },
      ],
    });
    await expectInvalid(gap, 'phases[1][start_date]');
    expect(await stripe.subscriptionSchedules.cancel(id)).toMatchObject({ status: 'canceled' });
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  });
});
