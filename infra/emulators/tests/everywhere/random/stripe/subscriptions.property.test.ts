import fc from 'fast-check';
import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { expectAgreement } from '../../../support/stripe/disagreements.ts';
import { createWorld } from '../../../support/stripe/forms.ts';
import { subscribedPayer } from '../../../support/stripe/payer.ts';

const world = createWorld();
const { stripe, emulator } = world;

interface Target {
  readonly id: string;
  readonly customer: string;
  /** The schedule that manages it; empty without one. */
  readonly schedule: string;
  readonly now: number;
}

const update = (change: Stripe.SubscriptionUpdateParams) => (at: Target) =>
  stripe.subscriptions.update(at.id, change);
const soon = ({ now }: Target) => now + 20 * 86_400;

/** What an owner or a program does to a subscription, in any order. */
const CALLS = {
  endWithPeriod: update({ cancel_at_period_end: true }),
  keep: update({ cancel_at_period_end: false }),
  endSoon: (at: Target) => stripe.subscriptions.update(at.id, { cancel_at: soon(at) }),
  keepDate: update({ cancel_at: '' }),
  schedule: (at: Target) => stripe.subscriptionSchedules.create({ from_subscription: at.id }),
  endWithSchedule: (at: Target) =>
    stripe.subscriptionSchedules.update(at.schedule, { end_behavior: 'cancel' }),
  goOnAfterSchedule: (at: Target) =>
    stripe.subscriptionSchedules.update(at.schedule, { end_behavior: 'release' }),
  release: (at: Target) => stripe.subscriptionSchedules.release(at.schedule),
  releaseAndEnd: (at: Target) =>
    stripe.subscriptionSchedules.release(at.schedule, { preserve_cancel_date: true }),
  startTrial: (at: Target) => stripe.subscriptions.update(at.id, { trial_end: soon(at) }),
  endTrial: update({ trial_end: 'now' }),
  restartPeriod: update({ billing_cycle_anchor: { type: 'now' } }),
  pause: update({ pause_collection: { behavior: 'void' } }),
  resume: update({ pause_collection: '' }),
  cancel: (at: Target) => stripe.subscriptions.cancel(at.id),
  failCard: async ({ customer }: Target) => {
    const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  },
  refund: async ({ customer }: Target) => {
    const [charge] = (await stripe.charges.list({ customer })).data;
    if (charge !== undefined) await stripe.refunds.create({ charge: charge.id });
  },
  deleteCustomer: ({ customer }: Target) => stripe.customers.del(customer),
  waitDays: () => emulator.advanceTime({ days: 9 }),
  waitMonths: () => emulator.advanceTime({ months: 1, days: 1 }),
} satisfies Record<string, (at: Target) => Promise<unknown>>;

const names = Object.keys(CALLS) as (keyof typeof CALLS)[];
const numRuns = Number(process.env.PROPERTY_RUNS ?? 25);

it(
  'keeps the fields of a subscription in agreement after every call',
  async () => {
    const sequences = fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 14, size: 'max' });
    const property = fc.asyncProperty(sequences, async (calls) => {
      await emulator.reset();
      const { id, customer } = await subscribedPayer(world);
      for (const call of calls) {
        const { schedule } = await stripe.subscriptions.retrieve(id);
        const { now } = await emulator.state();
        const target = {
          id,
          customer: String(customer),
          schedule: String(schedule ?? 'sub_sched_none'),
          now,
        };
        try {
          await CALLS[call](target);
        } catch (error) {
          // What the state forbids is rejected, and changes nothing.
          if (!(error instanceof Stripe.errors.StripeError) || (error.statusCode ?? 500) >= 500) throw error;
        }
        await expectAgreement(emulator);
      }
    });
    await fc.assert(property, { numRuns });
  },
  60_000 * Math.max(1, numRuns / 25),
);

it('keeps an end that was requested before its schedule, when that is released', async () => {
  const { id } = await subscribedPayer(world, { cancel_at_period_end: true });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
  await stripe.subscriptionSchedules.release(schedule.id);
  await emulator.advanceTime({ months: 1, days: 1 });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
});
