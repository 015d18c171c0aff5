import { describe, expect, it } from 'vitest';
import { createSession, findPrice, newPrice } from '../../support/stripe/checkout.ts';
import { DAY } from '../../support/stripe/dates.ts';
import { createWorld, type World } from '../../support/stripe/forms.ts';
import { expectInvalid, expectRejection, readRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;

const JANUARY = Date.UTC(2027, 0, 1) / 1000;
const secondsAt = (year: number, month: number, day = 1) => Date.UTC(year, month - 1, day) / 1000;

const retrieveClock = async ({ stripe }: World) =>
  (await stripe.testHelpers.testClocks.create({ frozen_time: JANUARY })).id;

describe('the capacity of a test clock', () => {
  it('is three customers, not counting deleted ones', async () => {
    const test_clock = await retrieveClock(world);
    const create = () => stripe.customers.create({ test_clock });
    const customers = [await create(), await create(), await create()];
    await expectInvalid(create(), 'test_clock');
    expect(await stripe.customers.create()).toHaveProperty('id');
    expect(await stripe.customers.create({ test_clock: await retrieveClock(world) })).toHaveProperty('id');
    await stripe.customers.del(String(customers[0]?.id));
    expect(await create()).toHaveProperty('id');
  });

  it('is three subscriptions per customer, including scheduled ones', async () => {
    const test_clock = await retrieveClock(world);
    const { id: customer } = await stripe.customers.create({ test_clock });
    const items = [{ price: await findPrice(stripe) }];
    const subscribe = (payer = customer) =>
      stripe.subscriptions.create({ customer: payer, items, payment_behavior: 'default_incomplete' });
    const plan = () =>
      stripe.subscriptionSchedules.create({ customer, start_date: secondsAt(2027, 2), phases: [{ items }] });
    const first = await subscribe();
    await subscribe();
    const schedule = await plan();
    for (const more of [subscribe, plan, () => createSession(stripe, { customer })]) {
      await expectInvalid(more(), 'customer');
    }
    const { id: another } = await stripe.customers.create({ test_clock });
    expect(await subscribe(another)).toHaveProperty('id');
    await stripe.subscriptionSchedules.cancel(schedule.id);
    await stripe.subscriptions.cancel(first.id);
    expect(await subscribe()).toHaveProperty('id');
    expect(await createSession(stripe, { customer })).toHaveProperty('id');
  });
});

describe('the longest advance of a test clock', () => {
  const advance = (clock: string, frozen_time: number) =>
    stripe.testHelpers.testClocks.advance(clock, { frozen_time });
  const subscribe = async (clock: string, price: string) => {
    const { id: customer } = await stripe.customers.create({ test_clock: clock });
    return stripe.subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
    });
  };
  const priced = (interval: 'month' | 'week' | 'year') => newPrice(stripe, 100, { recurring: { interval } });

  it('is two years without a subscription', async () => {
    const clock = await retrieveClock(world);
    await expectInvalid(advance(clock, secondsAt(2029, 1) + 1), 'frozen_time');
    expect(await advance(clock, secondsAt(2029, 1))).toMatchObject({ status: 'advancing' });
  });

  it('is two intervals of its shortest subscription, counted from its current time', async () => {
    const clock = await retrieveClock(world);
    await subscribe(clock, await priced('year'));
    const monthly = await subscribe(clock, await priced('month'));
    expect((await readRejection(advance(clock, secondsAt(2027, 3) + 1))).message).toMatch(/two intervals/);
    await advance(clock, secondsAt(2027, 3));
    await emulator.settle();
    // It was not paid within 23 hours, and subscriptions that have ended do not count.
    expect(await stripe.subscriptions.retrieve(monthly.id)).toMatchObject({ status: 'incomplete_expired' });
    expect(await advance(clock, secondsAt(2028, 3))).toMatchObject({ status: 'advancing' });
  });

  it('is limited by a schedule too, before it starts', async () => {
    const clock = await retrieveClock(world);
    const customer = await stripe.customers.create({ test_clock: clock });
    await stripe.subscriptionSchedules.create({
      customer: customer.id,
      start_date: secondsAt(2028, 1),
      phases: [{ items: [{ price: await priced('week') }] }],
    });
    await expectInvalid(advance(clock, JANUARY + 15 * DAY), 'frozen_time');
    expect(await advance(clock, JANUARY + 14 * DAY)).toMatchObject({ status: 'advancing' });
  });
});

describe('an abandoned test clock', () => {
  it('is deleted thirty days after its creation, with everything on it', async () => {
    const clock = await retrieveClock(world);
    const { id: customer } = await stripe.customers.create({ test_clock: clock });
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { created, deletes_after } = await stripe.testHelpers.testClocks.retrieve(clock);
    expect(deletes_after).toBe(created + 30 * DAY);
    await emulator.advanceTime({ days: 29 });
    expect(await stripe.testHelpers.testClocks.retrieve(clock)).toMatchObject({ frozen_time: JANUARY });
    await emulator.advanceTime({ days: 1 });
    await expectRejection(stripe.testHelpers.testClocks.retrieve(clock), {
      code: 'resource_missing',
      // As a public program that deletes clocks of a Stripe test mode quotes it.
      message: `No such billingclock: '${clock}'`,
    });
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ customer: null });
    const [event] = (await stripe.events.list({ type: 'test_helpers.test_clock.deleted' })).data;
    expect(event?.data.object).toMatchObject({ id: clock });
  });
});
