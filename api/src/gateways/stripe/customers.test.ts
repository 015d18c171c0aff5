import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { searchCustomers } from './customers.ts';

/** A client whose searches are answered with `status`. */
function answering(status: number): Stripe {
  const stripe = new Stripe('sk_test_none', { maxNetworkRetries: 0 });
  const error = { type: 'invalid_request_error' as const, message: 'Search is not available.' };
  stripe.customers.search = (() =>
    Promise.reject(Stripe.errors.StripeError.generate({ ...error, statusCode: status }))) as never;
  return stripe;
}

describe('a search for customers', () => {
  it.each([400, 403])(
    'finds nobody on an account that may not search (%i), which can still sell',
    async (status) => {
      expect(await searchCustomers(answering(status), 'uid', 'production')).toEqual([]);
    },
  );

  it('fails if Stripe does not answer it', async () => {
    await expect(searchCustomers(answering(500), 'uid', 'production')).rejects.toThrow('not available');
  });
});
