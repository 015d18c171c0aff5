import type Stripe from 'stripe';
import { type Context, tell } from '../context.ts';
import { emit } from '../objects.ts';
import { type Entity, shown } from '../store/kind-type.ts';

export interface TestClock extends Entity {
  readonly name: string | null;
  readonly frozen_time: number;
  /** Target time while advancing; otherwise null. */
  readonly advancingTo: number | null;
}

const KEPT_FOR_SECONDS = 30 * 86_400;

const show = shown<Stripe.TestHelpers.TestClock>('test_helpers.test_clock', {}, ['advancingTo']);

export function testClockWire(clock: TestClock): Stripe.TestHelpers.TestClock {
  const { advancingTo: target_frozen_time } = clock;
  return show(clock, {
    deletes_after: clockDeletion(clock),
    ...(target_frozen_time === null
      ? { status: 'ready', status_details: {} }
      : { status: 'advancing', status_details: { advancing: { target_frozen_time } } }),
  });
}

/** When a test clock is deleted, in account time. */
export function clockDeletion({ created }: TestClock): number {
  return created + KEPT_FOR_SECONDS;
}

/** Deletes a test clock with everything that depends on it. */
export function deleteClock(context: Context, clock: TestClock): void {
  tell(context, 'clockDeleted', clock);
  context.store.testClocks.delete(clock.id);
  emit(context, 'test_helpers.test_clock.deleted', testClockWire(clock));
}
