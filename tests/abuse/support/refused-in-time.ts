import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';

/** A request may take 3 seconds of the API's time; the rest is for a busy machine. */
const BUDGET_MS = 4000;

/** While a service is unavailable: a booking is refused, soon and with the advice to come again. */
export async function expectRefusedInTime(user: ApiClient): Promise<void> {
  const started = performance.now();
  const { status, body, headers } = await user.book(500);
  expect(performance.now() - started).toBeLessThan(BUDGET_MS);
  expect([status, body.error?.code]).toEqual([503, 'dependency_unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}
