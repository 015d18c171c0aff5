import { API_PATHS } from '@outharbor/contract/paths';
import { describe, expect, it } from 'vitest';
import { EMPTY_STATE } from '../testing/memory-ledger.ts';
import { bearer, buildTestApp, type TestApp } from '../testing/test-app.ts';

const open = ({ app }: TestApp, customerId: unknown, more: object = {}) =>
  app.inject({
    method: 'POST',
    url: API_PATHS.createBillingPortalSession,
    headers: bearer('u'),
    payload: { customerId, ...more },
  });

describe('create-billing-portal-session', () => {
  const customer = { customerId: 'cus_u', account: 'acct_memory/test' };

  it.each([
    ['the pricing page by default', {}, '/subscribe'],
    ['the pricing page', { returnTo: 'pricing' }, '/subscribe'],
    ['the account page', { returnTo: 'account' }, '/account'],
  ])('returns to %s', async (_page, more, path) => {
    const test = await buildTestApp();
    await test.ledger.commit('u', EMPTY_STATE, customer);
    const { url } = (await open(test, 'u', more)).json();
    expect(new URL(url).searchParams.get('return_url')).toBe(`http://localhost:8080${path}`);
  });

  it.each(['home', 'https://evil.example/', '/account', '', null, ['account']])(
    'rejects %j as the page to return to',
    async (returnTo) => {
      const test = await buildTestApp();
      expect((await open(test, 'u', { returnTo })).statusCode).toBe(400);
      expect(test.payments.calls).toEqual([]);
    },
  );

  it('returns 404 to a user who is not, or no longer, a customer', async () => {
    const test = await buildTestApp();
    expect((await open(test, 'u')).json().error.code).toBe('no_subscription');
    await test.ledger.commit('u', EMPTY_STATE, customer);
    test.payments.deleteCustomer('cus_u', 'u');
    expect((await open(test, 'u')).json().error.code).toBe('no_subscription');
  });
});
