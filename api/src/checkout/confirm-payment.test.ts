import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { book, confirm, post, readCode } from '../testing/checkout-calls.ts';
import { bearer, buildTestApp } from '../testing/test-app.ts';

describe('payment-success', () => {
  it('grants the plan of the session and is idempotent', async () => {
    const test = await buildTestApp();
    const { id } = (await book(test, LAST.price)).json().session;
    test.payments.pay(id);
    for (let replay = 0; replay < 3; replay += 1) {
      const response = await confirm(test, id);
      expect([response.statusCode, response.json()]).toEqual([200, { planType: LAST.name, sessionId: id }]);
      expect(test.ledger.records.get('u')).toEqual({ planType: LAST.name, sessionId: id });
    }
  });

  it('grants the plan of a paid session whose customer the ledger has lost', async () => {
    const test = await buildTestApp();
    const { id } = (await book(test, FIRST.price)).json().session;
    test.payments.pay(id);
    test.ledger.states.clear();
    expect((await confirm(test, id)).json()).toEqual({ planType: FIRST.name, sessionId: id });
    expect(test.ledger.states.get('u')?.customerId).toBe(test.payments.sessions[0]?.customerId);
  });

  it('grants nothing for an unpaid session', async () => {
    const test = await buildTestApp();
    const { id } = (await book(test)).json().session;
    expect(readCode(await confirm(test, id))).toBe('payment_incomplete');
    const session = test.payments.sessions[0];
    if (session) session.status = 'complete';
    expect(readCode(await confirm(test, id))).toBe('payment_incomplete');
    expect(test.ledger.records.get('u')).toEqual({ sessionId: id });
  });

  it("rejects another user's session and a firebaseId that differs from the token's uid", async () => {
    const test = await buildTestApp();
    const { id } = (await book(test)).json().session;
    test.payments.pay(id);
    expect(readCode(await confirm(test, id, 'thief'))).toBe('forbidden');
    const mixed = await post(
      test,
      API_PATHS.confirmPayment,
      { sessionId: id, firebaseId: 'u' },
      bearer('thief'),
    );
    expect(readCode(mixed)).toBe('forbidden');
    expect(test.ledger.records.has('thief')).toBe(false);
  });

  it('returns 404 for an unknown session', async () => {
    const test = await buildTestApp();
    expect(readCode(await confirm(test, 'cs_test_none'))).toBe('checkout_session_not_found');
  });

  it('calls Stripe once', async () => {
    const test = await buildTestApp();
    const { id } = (await book(test)).json().session;
    test.payments.pay(id);
    test.payments.calls.length = 0;
    await confirm(test, id);
    expect(test.payments.calls).toEqual(['retrieveCheckoutSession']);
  });

  it('does not grant a cancelled subscription again', async () => {
    const test = await buildTestApp();
    const { id } = (await book(test)).json().session;
    await test.payments.cancelSubscription(test.payments.pay(id));
    expect(readCode(await confirm(test, id))).toBe('subscription_ended');
    expect(test.ledger.records.get('u')?.planType).toBeUndefined();
  });

  it('does not let an older session override a newer subscription', async () => {
    const test = await buildTestApp();
    const older = (await book(test, FIRST.price)).json().session.id;
    await test.payments.cancelSubscription(test.payments.pay(older));
    const newer = (await book(test, LAST.price)).json().session.id;
    test.payments.pay(newer);
    await confirm(test, newer);
    expect(readCode(await confirm(test, older))).toBe('subscription_ended');
    expect(test.ledger.records.get('u')).toEqual({ planType: LAST.name, sessionId: newer });
  });

  it.each(['cs_test_../x', 'pi_1', '', 7, null])('rejects %j as a session id', async (sessionId) => {
    const response = await confirm(await buildTestApp(), sessionId);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.message).toContain('sessionId');
  });
});
