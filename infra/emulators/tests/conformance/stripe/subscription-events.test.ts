import { beforeEach, describe, expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { APRIL, DAY, JUNE, MAY } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe, emulator } = world;

describe('invoice.upcoming', () => {
  beforeEach(async () => {
    await emulator.setSwitches({ upcomingDays: 7 });
  });

  const announced = async () =>
    (await stripe.events.list({ type: 'invoice.upcoming' })).data.map(({ data }) => data.object);

  it('is sent once, some days before each renewal, with the invoice as it would be', async () => {
    const at = await subscribedOnClock(world, APRIL);
    await at.advanceTo(MAY - 7 * DAY - 1);
    expect(await announced()).toEqual([]);
    await stripe.invoiceItems.create({ customer: at.customer, amount: 700, currency: 'usd' });
    await at.advanceTo(MAY - 6 * DAY);
    const [invoice, ...others] = await announced();
    expect(others).toEqual([]);
    expect(invoice).not.toHaveProperty('id');
    expect(invoice).toMatchObject({
      object: 'invoice',
      customer: at.customer,
      billing_reason: 'upcoming',
      status: 'draft',
      total: 100_700,
      parent: { subscription_details: { subscription: at.subscription.id } },
    });
    await stripe.invoiceItems.create({ customer: at.customer, amount: 300, currency: 'usd' });
    await at.advanceTo(MAY);
    const [renewal] = (await stripe.invoices.list({ customer: at.customer })).data;
    expect(renewal).toMatchObject({ total: 101_000, status: 'paid' });
    await at.advanceTo(JUNE - DAY);
    expect(await announced()).toHaveLength(2);
  });

  it('is not sent if nothing will be charged', async () => {
    const ending = await subscribedOnClock(world, APRIL);
    await stripe.subscriptions.update(ending.subscription.id, { cancel_at_period_end: true });
    const paused = await subscribedOnClock(world, APRIL);
    await stripe.subscriptions.update(paused.subscription.id, { pause_collection: { behavior: 'void' } });
    for (const { advanceTo } of [ending, paused]) await advanceTo(MAY - DAY);
    expect(await announced()).toEqual([]);
  });

  it('applies to existing subscriptions as soon as it is turned on, and never without the switch', async () => {
    await emulator.setSwitches({ upcomingDays: null });
    await subscribe(world);
    await emulator.advanceTime({ months: 1, days: 25 });
    expect(await announced()).toEqual([]);
    await emulator.setSwitches({ upcomingDays: 3 });
    await emulator.advanceTime({ days: 5 });
    expect(await announced()).toHaveLength(1);
    await expect(emulator.setSwitches({ upcomingDays: 0 })).rejects.toThrow(
      /upcomingDays must be an integer of at least 1/,
    );
  });
});

it('a discount that a change of its subscription removes is deleted, once', async () => {
  const { coupons, subscriptions } = stripe;
  const coupon = async () => (await coupons.create({ percent_off: 20, duration: 'forever' })).id;
  const { subscription } = await subscribe(world);
  await subscriptions.update(subscription, { discounts: [{ coupon: await coupon() }] });
  await subscriptions.update(subscription, { discounts: [{ coupon: await coupon() }] });
  await subscriptions.update(subscription, { description: 'Same discount' });
  await rawApi(world, '2024-06-20').post(`subscriptions/${subscription}`, { coupon: '' });
  await subscriptions.update(subscription, { discounts: [{ coupon: await coupon() }] });
  await subscriptions.deleteDiscount(subscription);
  const [created, deleted] = ['customer.discount.created', 'customer.discount.deleted'];
  expect(await listEventTypes(world, { type: 'customer.discount.*' })).toEqual([
    created,
    created,
    deleted,
    deleted,
    created,
    deleted,
  ]);
});

it('a schedule whose subscription ends unpaid is aborted, and canceled otherwise', async () => {
  const createSchedule = async (from_subscription: string) => {
    const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription });
    const [{ items: given = [], start_date = 0, end_date = 0 } = {}] = phases;
    const items = given.map(({ price }) => ({ price: String(price), quantity: 1 }));
    const later = { items, duration: { interval: 'year', interval_count: 1 } as const };
    return stripe.subscriptionSchedules.update(id, { phases: [{ items, start_date, end_date }, later] });
  };
  const unpaid = await subscribedOnClock(world, APRIL, 'fails_on_renewal');
  const aborted = await createSchedule(unpaid.subscription.id);
  await unpaid.advanceTo(JUNE);
  expect(await stripe.subscriptionSchedules.retrieve(aborted.id)).toMatchObject({ status: 'canceled' });
  const { subscription } = await subscribe(world);
  await createSchedule(subscription);
  await stripe.subscriptions.cancel(subscription);
  const types = await listEventTypes(world, { type: 'subscription_schedule.*' });
  const ends = types.filter((type) => /aborted|canceled/.test(type));
  expect(ends).toEqual(['subscription_schedule.aborted', 'subscription_schedule.canceled']);
});

it('keeps events for as many days as the switch says, or for good, and says when the clock was moved', async () => {
  const created = async () => (await stripe.events.list({ type: 'customer.created' })).data.length;
  await stripe.customers.create();
  await emulator.advanceTime({ days: 31 });
  expect(await created()).toBe(0);
  await emulator.setSwitches({ eventDays: null });
  await stripe.customers.create();
  await emulator.advanceTime({ days: 400 });
  expect(await created()).toBe(1);
  const { offsetMs, moves } = await emulator.clock();
  expect(moves?.map((move) => Math.round(move.offsetMs / DAY / 1000))).toEqual([31, 431]);
  expect(moves?.at(-1)).toEqual({ at: expect.any(Number), offsetMs });
});
