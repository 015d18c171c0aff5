import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { expect, it } from 'vitest';
import type { Session } from '../auth/session.ts';
import { planCardState } from './plan-card-state.ts';

const LOADING: Session = {
  status: 'signed-in',
  uid: 'u1',
  name: 'Ada',
  recordLoaded: false,
  recordLate: false,
  plan: undefined,
  endsAt: undefined,
  pastDue: false,
  sessionId: undefined,
};

it('opens no plan while the record of the visitor is loading, but shows a pressed plan as busy', () => {
  expect(planCardState(FIRST.name, LOADING, NEXT.name)).toBe('unknown');
  expect(planCardState(NEXT.name, LOADING, NEXT.name)).toBe('busy');
});
