import type { Context } from '../context.ts';
import { emit } from '../events/emit.ts';
import { type TestClock, testClockWire } from './test-clock.ts';

/** Deletes a test clock with everything that depends on it. */
export function deleteClock(context: Context, clock: TestClock): void {
  context.installed.hooks.clockDeleted(context, clock);
  context.store.testClocks.delete(clock.id);
  emit(context, 'test_helpers.test_clock.deleted', testClockWire(clock));
}
