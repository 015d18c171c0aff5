import type Stripe from 'stripe';
import { type Context, tell } from '../context.ts';
import { emit } from '../objects.ts';
import type { Entity } from '../store/kind-type.ts';

export interface TestClock extends Entity {
  readonly name: string | null;
  readonly frozen_time: number;
  /** Target time while advancing; otherwise null. */
  readonly advancingTo: number | null;
}

const KEPT_FOR_SECONDS = 30 * 86_400;

export function testClockWire(clock: TestClock): Stripe.TestHelpers.TestClock {
  return {
    id: clock.id,
    object: 'test_helpers.test_clock',
    created: clock.created,
    deletes_after: clockDeletion(clock),
    frozen_time: clock.frozen_time,
    livemode: false,
    name: clock.name,
    status: clock.advancingTo === null ? 'ready' : 'advancing',
    status_details:
      clock.advancingTo === null ? {} : { advancing: { target_frozen_time: clock.advancingTo } },
  };
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
