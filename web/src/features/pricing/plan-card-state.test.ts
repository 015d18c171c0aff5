import { PLAN_NAMES, type PlanName } from '@outharbor/contract/plans';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import type { Session } from '../auth/session.ts';
import { planCardState } from './plan-card-state.ts';

const signedIn = (plan?: PlanName): Session => ({
  status: 'signed-in',
  uid: 'u1',
  name: 'Ada',
  recordLoaded: true,
  plan,
  endsAt: undefined,
  pastDue: false,
  sessionId: undefined,
});

/** The state of every plan; those in `differing` are in another than `rest`. */
function expectStates(
  session: Session,
  rest: string,
  differing: Partial<Record<PlanName, string>> = {},
): void {
  const busy = PLAN_NAMES.find((plan) => differing[plan] === 'busy' || differing[plan] === 'current');
  for (const plan of PLAN_NAMES)
    expect(planCardState(plan, session, busy), plan).toBe(differing[plan] ?? rest);
}

it.each<[string, Session]>([
  ['unknown', { status: 'unknown' }],
  ['signed out', { status: 'signed-out' }],
  ['without a plan', signedIn()],
])('opens every plan to a visitor who is %s', (_name, session) => {
  expectStates(session, 'open');
});

it.each<[string, Session]>([
  ['being checked', { status: 'checking' }],
  ['signed in, with the record still loading', { ...signedIn(), recordLoaded: false } as Session],
])('opens no plan to a visitor who is %s, but shows a pressed plan as busy', (_name, session) => {
  expectStates(session, 'unknown');
  expectStates(session, 'unknown', { [NEXT.name]: 'busy' });
});

it('marks the current plan and closes the others', () => {
  expectStates(signedIn(NEXT.name), 'closed', { [NEXT.name]: 'current' });
});

it('marks the card being booked as busy until the plan is active', () => {
  expectStates(signedIn(), 'open', { [FIRST.name]: 'busy' });
  expectStates(signedIn(FIRST.name), 'closed', { [FIRST.name]: 'current' });
});
