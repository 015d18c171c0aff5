import { NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { toSession } from './session.ts';

const user = { uid: 'u1', displayName: 'Ada L', email: 'ada@example.com' };

describe('the session', () => {
  it('has no plan before the record has loaded', () => {
    expect(toSession(user, undefined)).toEqual({
      status: 'signed-in',
      uid: 'u1',
      name: 'Ada L',
      recordLoaded: false,
      recordLate: false,
      plan: undefined,
      endsAt: undefined,
      pastDue: false,
      sessionId: undefined,
    });
  });

  it('reads the plan with its checkout session, its end and a failed payment from the record', () => {
    const billing = { sessionId: 'cs_test_1', endsAt: 1_800_000_000, pastDue: true } as const;
    const record = { subscription: { planType: NEXT.name, ...billing } };
    expect(toSession(user, record)).toMatchObject({ recordLoaded: true, plan: NEXT.name, ...billing });
  });

  it('ignores a plan that is not in the catalogue', () => {
    const record = JSON.parse('{"subscription":{"planType":"gold"}}');
    expect(toSession(user, record).plan).toBeUndefined();
  });

  it('falls back from display name to record name to e-mail', () => {
    const nameless = { ...user, displayName: null };
    expect(toSession(nameless, { userName: 'Ada' }).name).toBe('Ada');
    expect(toSession(nameless, {}).name).toBe('ada@example.com');
  });
});
