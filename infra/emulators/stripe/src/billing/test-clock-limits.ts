import { requirePrice } from '../catalogue/price.ts';
import type { Customer } from '../customers/customer.ts';
import { rejected } from '../description/api-error.ts';
import { nextPeriodEnd } from '../kinds/clock/calendar.ts';
import type { TestClock } from '../kinds/clock/test-clock.ts';
import type { Context } from '../kinds/context.ts';
import { isRunning } from './subscriptions/subscription-schedule.ts';
import { hasEnded } from './subscriptions/subscription-status.ts';

const SUBSCRIPTIONS = 3;
const INTERVALS = 2;
const TWO_YEARS = { interval: 'year', interval_count: 2 } as const;

/** Subscriptions that schedules will create count too. */
export function rejectFullCustomer(context: Context, { id, test_clock }: Customer): void {
  if (test_clock === null) return;
  const own = [...planned(context, test_clock)].filter(({ customer }) => customer === id);
  if (own.length < SUBSCRIPTIONS) return;
  throw rejected(`A customer of a test clock can have at most ${SUBSCRIPTIONS} subscriptions.`, {
    param: 'customer',
  });
}

/** At most two intervals of the shortest subscription, or two years without one. */
export function rejectTooFar(context: Context, { id, frozen_time }: TestClock, target: number): void {
  const prices = [...planned(context, id)].flatMap((one) => one.prices);
  const intervals = prices.flatMap((price) => requirePrice(context.store, price).recurring ?? []);
  const ends = intervals.map(({ interval, interval_count: intervalCount }) => {
    const twice = { interval, interval_count: INTERVALS * intervalCount };
    return nextPeriodEnd(frozen_time, twice, frozen_time);
  });
  const furthest = ends.length > 0 ? Math.min(...ends) : nextPeriodEnd(frozen_time, TWO_YEARS, frozen_time);
  if (target <= furthest) return;
  const limit =
    ends.length > 0
      ? 'two intervals in the future from the shortest subscription in it'
      : 'two years in the future';
  throw rejected(`A test clock cannot be advanced more than ${limit}.`, { param: 'frozen_time' });
}

interface Planned {
  readonly customer: string;
  readonly prices: readonly string[];
}

/** The subscriptions on a clock, and those its schedules have yet to start. */
function* planned({ store }: Context, clock: string): Generator<Planned> {
  for (const subscription of store.subscriptions.values()) {
    if (subscription.test_clock !== clock || hasEnded(subscription)) continue;
    yield { customer: subscription.customer, prices: subscription.items.map(({ price }) => price) };
  }
  for (const schedule of store.schedules.values()) {
    if (schedule.test_clock !== clock || !isRunning(schedule) || schedule.subscription !== null) continue;
    const prices = schedule.phases.flatMap(({ items }) => items.map(({ price }) => price));
    yield { customer: schedule.customer, prices };
  }
}
