import type Stripe from 'stripe';
import { requirePrice } from '../catalogue/price.ts';
import type { Customer } from '../customers/customer.ts';
import { rejected } from '../description/api-error.ts';
import { nextPeriodEnd } from '../kinds/clock/calendar.ts';
import { deleteClock, type TestClock, testClockWire } from '../kinds/clock/test-clock.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { emit, finder, newId } from '../kinds/objects.ts';
import { callParams } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { integer } from '../kinds/params/reader.ts';
import { alone } from '../kinds/part.ts';
import { resource } from '../kinds/resource.ts';
import { hasEnded } from './billing-entities.ts';
import { isRunning } from './subscriptions/subscription-schedule.ts';

const PATH = '/v1/test_helpers/test_clocks';

const clocks = resource(PATH, finder('billingclock', 'testClocks'), alone(testClockWire), {
  event: 'test_helpers.test_clock',
});

const createParams = callParams<Stripe.TestHelpers.TestClockCreateParams>(`POST ${PATH}`, {
  customer: null,
  'frozen_time!': integer(0),
});

export const testClockEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) =>
    clocks.created(context, {
      id: newId('clock'),
      name: params.name ?? null,
      frozen_time: params.frozen_time,
      advancingTo: null,
    }),
  ),
  clocks.list(),
  clocks.retrieve,
  /** Returns at once; time advances afterwards, and the clock's status then becomes `ready`. */
  clocks.action('advance', object({ frozen_time: integer(0) }), (context, clock, params) => {
    if (clock.advancingTo !== null) {
      throw rejected('Test clock advancement is underway. Please wait until the clock is ready.');
    }
    if (params.frozen_time <= clock.frozen_time) {
      throw rejected('Test clocks can only be advanced forward, to a time after their frozen_time.', {
        param: 'frozen_time',
      });
    }
    rejectTooFar(context, clock, params.frozen_time);
    const advancing = context.store.testClocks.put({ ...clock, advancingTo: params.frozen_time });
    emit(context, 'test_helpers.test_clock.advancing', testClockWire(advancing));
    return advancing;
  }),
  clocks.removal('test_helpers.test_clock', deleteClock),
];

const SUBSCRIPTIONS = 3;
const INTERVALS = 2;
const TWO_YEARS = { interval: 'year', interval_count: 2 } as const;

/** Subscriptions that schedules will create count too. */
export function rejectFullCustomer(context: Context, { id, test_clock }: Customer): void {
  if (test_clock === null) return;
  const own = [...planned(context, test_clock)].filter(({ customer }) => customer === id);
  if (own.length < SUBSCRIPTIONS) return;
  throw rejected(`A customer of a test clock can have at most ${SUBSCRIPTIONS} subscriptions.`, 'customer');
}

/** At most two intervals of the shortest subscription, or two years without one. */
function rejectTooFar(context: Context, { id, frozen_time }: TestClock, target: number): void {
  const prices = [...planned(context, id)].flatMap((one) => one.prices);
  const intervals = prices.flatMap((price) => requirePrice(context.store, price).recurring ?? []);
  const ends = intervals.map(({ interval, interval_count }) =>
    nextPeriodEnd(frozen_time, { interval, interval_count: INTERVALS * interval_count }, frozen_time),
  );
  const furthest = ends.length > 0 ? Math.min(...ends) : nextPeriodEnd(frozen_time, TWO_YEARS, frozen_time);
  if (target <= furthest) return;
  const limit =
    ends.length > 0
      ? 'two intervals in the future from the shortest subscription in it'
      : 'two years in the future';
  throw rejected(`A test clock cannot be advanced more than ${limit}.`, 'frozen_time');
}

/** The subscriptions on a clock, and those its schedules have yet to start. */
function* planned({ store }: Context, clock: string) {
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
