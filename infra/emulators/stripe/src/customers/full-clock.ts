import { rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';

const CUSTOMERS = 3;

export function rejectFullClock({ store }: Context, clock: string): void {
  let customers = 0;
  for (const { test_clock, hidden } of store.customers.values()) {
    if (test_clock === clock && !hidden.deleted) customers += 1;
  }
  if (customers < CUSTOMERS) return;
  throw rejected(`A test clock can have at most ${CUSTOMERS} customers.`, { param: 'test_clock' });
}
