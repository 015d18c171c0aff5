import { expect, it } from 'vitest';
import { buildTestApp, testConfig } from '../testing/test-app.ts';
import { checkStripe } from './check-stripe.ts';

it.each([
  [true, false],
  [false, true],
])('tells the operator at start if customers cannot be searched (%s)', async (canSearch, isNotified) => {
  const test = await buildTestApp();
  test.payments.canSearchCustomers = async () => canSearch;
  await checkStripe({ ...test, config: testConfig(), logger: test.app.log });
  expect(test.lines.join().includes('"alert":"customer_search_rejected"')).toBe(isNotified);
});
