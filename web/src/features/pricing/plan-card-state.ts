import type { PlanName } from '@outharbor/contract/plans';
import { isRecordAwaited, type Session } from '../auth/session.ts';
import type { PlanCardState } from './PlanCard.tsx';

/**
 * Either one plan is current and the others are closed, or all are open and one may be busy. Until that is
 * known, plans are `unknown`, except a pressed one, which is busy.
 */
export function planCardState(
  plan: PlanName,
  session: Session,
  busyPlan: PlanName | undefined,
): PlanCardState {
  const current = session.status === 'signed-in' ? session.plan : undefined;
  if (current) return current === plan ? 'current' : 'closed';
  if (busyPlan === plan) return 'busy';
  const known = session.status === 'signed-in' ? !isRecordAwaited(session) : session.status !== 'checking';
  return known ? 'open' : 'unknown';
}
