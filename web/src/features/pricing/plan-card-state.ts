import type { PlanName } from '@outharbor/contract/plans';
import type { Session } from '../auth/session.ts';
import type { PlanCardState } from './PlanCard.tsx';

/**
 * One plan is current and all others are closed, or every plan is open and one of them may be busy. While it is not
 * known which, a press is noted and nothing claims to be open.
 */
export function planCardState(
  plan: PlanName,
  session: Session,
  busyPlan: PlanName | undefined,
): PlanCardState {
  const current = session.status === 'signed-in' ? session.plan : undefined;
  if (current) return current === plan ? 'current' : 'closed';
  if (busyPlan === plan) return 'busy';
  const known = session.status === 'signed-in' ? session.recordLoaded : session.status !== 'checking';
  return known ? 'open' : 'unknown';
}
