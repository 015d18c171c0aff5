import type { KeepPlanResponse } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { readAccount } from '../plugins/identify.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'identity' | 'synchronisePlan'>;

/** Undoes a cancellation while the plan is still running; no effect on a plan that was not cancelled. */
export async function keepPlan(deps: Deps, user: SignedIn): Promise<KeepPlanResponse> {
  const { subscriptionId } = await readAccount(deps, user);
  if (subscriptionId === undefined) throw new AppError('no_subscription');
  const outcome = await deps.payments.keepSubscription(subscriptionId);
  const { planType } = await deps.synchronisePlan(user.uid);
  if (outcome === 'ended' || planType === undefined) throw new AppError('subscription_ended');
  return { planType };
}
