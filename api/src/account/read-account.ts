import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import { type BillingState, deletionStarted } from '../gateways/billing-state.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type ResumeDeps, resumePlan } from '../subscriptions/resume-plan.ts';

export type AccountDeps = ResumeDeps & Pick<Context, 'identity'>;

/**
 * Reads the user's billing state and checks in parallel that their sign-in is still valid. Resumes a plan that was
 * paused while the account was disabled.
 */
export async function readAccount(deps: AccountDeps, user: SignedIn): Promise<BillingState> {
  const [state] = await Promise.all([deps.ledger.read(user.uid), deps.identity.requireCurrent(user)]);
  if (deletionStarted(state))
    throw new AppError('unauthenticated', { cause: new Error('the account is being deleted') });
  return state.paused === undefined ? state : resumePlan(deps, user.uid, state);
}
