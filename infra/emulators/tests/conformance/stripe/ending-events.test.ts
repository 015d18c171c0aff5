import { expect, it } from 'vitest';
import { subscribe } from '../../support/stripe/checkout.ts';
import { APRIL, JUNE } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEventTypes } from '../../support/stripe/list-events.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { stripe } = world;

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
