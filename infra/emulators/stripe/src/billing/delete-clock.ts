import { expireSession } from '../checkout/expire-session.ts';
import { hiding, type TestClock } from '../customers/customer-entities.ts';
import { releaseMethods } from '../customers/delete-customer.ts';
import type { Context } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { cancelSubscription, REQUESTED } from './subscriptions/cancel-subscription.ts';
import { hasEnded } from './subscriptions/subscription-status.ts';
import { testClockWire } from './test-clock.ts';

/** Deletes a test clock with everything that depends on it. */
export function deleteClock(context: Context, clock: TestClock): void {
  const { store } = context;
  const { id } = clock;
  for (const session of store.sessions.values()) {
    if (session.test_clock === id && session.status === 'open') expireSession(context, session);
  }
  for (const subscription of store.subscriptions.values()) {
    if (subscription.test_clock !== id || hasEnded(subscription)) continue;
    cancelSubscription(context, subscription, { now: clock.frozen_time, details: REQUESTED });
  }
  for (const customer of store.customers.values()) {
    if (customer.test_clock !== id) continue;
    releaseMethods(context, customer);
    store.customers.put(hiding(customer, { deleted: true }));
  }
  store.testClocks.delete(id);
  emit(context, 'test_helpers.test_clock.deleted', testClockWire(clock));
}
