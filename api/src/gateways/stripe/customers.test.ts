import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-app.ts';
import { createStripeContext, type StripeContext } from './client.ts';
import { canSearchCustomers, searchCustomers } from './customers.ts';

/** A client whose searches are answered with `status`. */
function answering(status: number): StripeContext {
  const context = createStripeContext(testConfig().stripe);
  const error = { type: 'invalid_request_error' as const, message: 'Search is not available.' };
  const failure = Stripe.errors.StripeError.generate({ ...error, statusCode: status });
  context.stripe.customers.search = (() => ({ autoPagingToArray: () => Promise.reject(failure) })) as never;
  return context;
}

describe('a search for customers', () => {
  it.each([400, 403])(
    'finds nobody on an account that may not search (%i), which can still sell',
    async (status) => {
      expect(await searchCustomers(answering(status), 'uid')).toBeUndefined();
      expect(await canSearchCustomers(answering(status))).toBe(false);
    },
  );

  it('fails if Stripe does not answer it', async () => {
    await expect(searchCustomers(answering(500), 'uid')).rejects.toThrow('not available');
  });
});
