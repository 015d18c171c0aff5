import { FIRST } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { book, confirm, readCode } from '../testing/checkout-calls.ts';
import { buildTestApp } from '../testing/test-app.ts';

describe('payment-success', () => {
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
});
