import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { SITE_PATHS } from '@outharbor/contract/paths';
import type { PlanName } from '@outharbor/contract/plans';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity-gateway.ts';
import { readAccount } from '../subscriptions/read-account.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'ledger' | 'identity' | 'synchronisePlan'>;

/**
 * Returns the URL of the provider's page that shows the price of changing to `plan` and makes the change on
 * confirmation.
 */
export async function openPlanChange(deps: Deps, user: SignedIn, plan: PlanName): Promise<string> {
  const { customerId, subscriptionId, planType, endsAt, behind } = await readAccount(deps, user);
  if (customerId === undefined || subscriptionId === undefined || planType === undefined) {
    throw new AppError('no_subscription');
  }
  if (planType === plan) throw new AppError('plan_unchanged');
  if (planType === SPECIAL_PLAN) throw new AppError('plan_managed');
  if (endsAt !== undefined) throw new AppError('plan_ending');
  // A change would credit a period that was not paid.
  if (behind) throw new AppError('plan_past_due');
  const price = await deps.payments.priceOf(plan);
  const returnUrl = `${deps.config.publicUrl}${SITE_PATHS.account}`;
  const url = await deps.payments.createPlanChange({ customerId, subscriptionId, price, returnUrl });
  if (url === 'managed') throw new AppError('plan_managed');
  if (url !== 'refused') return url;
  // The subscription has ended or changed since the ledger was last updated.
  await deps.synchronisePlan(user.uid);
  throw new AppError('subscription_ended');
}
