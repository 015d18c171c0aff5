import { FIRST } from '@outharbor/contract/testing/plans';
import { expect } from 'vitest';
import type { ApiClient } from './user-client.ts';

/** The API's request timeout of 3 seconds plus a margin for a busy machine. */
const BUDGET_MS = 4000;

/** Asserts that a checkout is rejected in time with 503 and a Retry-After header. */
export async function expectRejectedInTime(user: ApiClient): Promise<void> {
  const started = performance.now();
  const { status, body, headers } = await user.book(FIRST.price);
  expect(performance.now() - started).toBeLessThan(BUDGET_MS);
  expect([status, body.error?.code]).toEqual([503, 'dependency_unavailable']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}
