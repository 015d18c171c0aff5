import { FIRST } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { book, confirm } from '../testing/checkout-calls.ts';
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
});
