import type { KeepPlanResponse } from '@outharbor/contract/schemas';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from './read-account.ts';

/** Undoes a cancellation while the plan is still running; no effect on a plan that was not cancelled. */
export async function keepPlan(deps: AccountDeps, user: SignedIn): Promise<KeepPlanResponse> {
  const { subscriptionId } = await readAccount(deps, user);
  if (subscriptionId === undefined) throw new AppError('no_subscription');
  const outcome = await deps.payments.keepSubscription(subscriptionId, user.uid);
  const { planType } = await deps.synchronisePlan(user.uid);
  if (planType === undefined) throw new AppError('subscription_ended');
  // It ends because the operator has scheduled it.
  if (outcome === 'ended') throw new AppError('plan_managed');
  return { planType };
}
