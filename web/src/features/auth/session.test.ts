import { describe, expect, it } from 'vitest';
import { sessionOf } from './session.ts';

const user = { uid: 'u1', displayName: 'Ada L', email: 'ada@example.com' };

describe('sessionOf', () => {
  it('knows no plan before the record has arrived', () => {
    expect(sessionOf(user, undefined)).toEqual({
      status: 'signed-in',
      uid: 'u1',
      name: 'Ada L',
      recordLoaded: false,
      plan: undefined,
      endsAt: undefined,
      behind: false,
      sessionId: undefined,
    });
  });

  it('takes plan and checkout session from the record', () => {
    const record = { subscription: { planType: 'pro', sessionId: 'cs_test_1' } } as const;
    expect(sessionOf(user, record)).toMatchObject({
      recordLoaded: true,
      plan: 'pro',
      sessionId: 'cs_test_1',
    });
  });

  it('takes from the record that the plan ends, and that its payment failed', () => {
    const record = { subscription: { planType: 'pro', endsAt: 1_800_000_000, behind: true } } as const;
    expect(sessionOf(user, record)).toMatchObject({ endsAt: 1_800_000_000, behind: true });
  });

  it('takes a plan that is not in the catalogue for none', () => {
    const record = JSON.parse('{"subscription":{"planType":"gold"}}');
    expect(sessionOf(user, record).plan).toBeUndefined();
  });

  it('shows the name of the record, then the e-mail, where there is no display name', () => {
    const nameless = { ...user, displayName: null };
    expect(sessionOf(nameless, { userName: 'Ada' }).name).toBe('Ada');
    expect(sessionOf(nameless, {}).name).toBe('ada@example.com');
  });
});
