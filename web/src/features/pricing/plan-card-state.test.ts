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
  behind: false,
  sessionId: undefined,
});
const states = (session: Session, busy?: PlanName) =>
  PLAN_NAMES.map((plan) => planCardState(plan, session, busy));

it.each<[string, Session]>([
  ['unknown', { status: 'unknown' }],
  ['signed out', { status: 'signed-out' }],
  ['without a plan', signedIn()],
])('opens every plan to a visitor who is %s', (_name, session) => {
  expect(states(session)).toEqual(['open', 'open', 'open']);
});

it.each<[string, Session]>([
  ['being checked', { status: 'checking' }],
  ['signed in, with the record still loading', { ...signedIn(), recordLoaded: false } as Session],
])('opens no plan to a visitor who is %s, but shows a pressed plan as busy', (_name, session) => {
  expect(states(session)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(states(session, NEXT.name)).toEqual(['unknown', 'busy', 'unknown']);
});

it('marks the current plan and closes the others', () => {
  expect(states(signedIn(NEXT.name))).toEqual(['closed', 'current', 'closed']);
});

it('marks the card being booked as busy until the plan is active', () => {
  expect(states(signedIn(), FIRST.name)).toEqual(['busy', 'open', 'open']);
  expect(states(signedIn(FIRST.name), FIRST.name)).toEqual(['current', 'closed', 'closed']);
});
