import { API_PATHS } from '@outharbor/contract/paths';
import { describe, expect, it } from 'vitest';
import { bearer, buildTestApp, type TestApp } from '../testing/test-app.ts';

const open = ({ app }: TestApp, customerId: unknown, uid = 'u') =>
  app.inject({
    method: 'POST',
    url: API_PATHS.createBillingPortalSession,
    headers: bearer(uid),
    payload: { customerId },
  });

describe('create-billing-portal-session', () => {
  it('gives a subscriber the address of the own portal', async () => {
    const test = await buildTestApp();
    await test.ledger.commit('u', 0, { customerId: 'cus_u', planType: 'basic' });
    expect((await open(test, 'u')).json()).toEqual({ url: expect.stringContaining('cus_u') });
  });

  it('answers 404 to a user without a plan', async () => {
    const test = await buildTestApp();
    await test.ledger.commit('u', 0, { customerId: 'cus_u' });
    expect((await open(test, 'u')).json().error.code).toBe('no_subscription');
  });

  it("refuses another user's portal and a uid of another form", async () => {
    const test = await buildTestApp();
    expect((await open(test, 'other')).statusCode).toBe(403);
    expect((await open(test, 'a.b')).statusCode).toBe(400);
    expect(test.payments.calls).toEqual([]);
  });
});
