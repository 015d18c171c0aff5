import type Stripe from 'stripe';
import { clockDeletion, type TestClock } from '../customers/customer-entities.ts';

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
