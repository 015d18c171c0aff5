import { isDeepStrictEqual } from 'node:util';
import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { SITE_PATHS } from '@outharbor/contract/paths';
import type { PlanName } from '@outharbor/contract/plans';
import type { CallAnswer, PlanChangeCost } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from '../subscriptions/billing-record.ts';
import { canCharge, isPastDue } from '../subscriptions/decide-plan.ts';

type Deps = AccountDeps & Pick<Context, 'config'>;

/** The provider's page shows the cost and makes the change, unless there is more on the subscription than the plan. */
export async function openPlanChange(
  deps: Deps,
  user: SignedIn,
  { plan, agreed }: { readonly plan: PlanName; readonly agreed: PlanChangeCost | undefined },
): Promise<CallAnswer<'createPlanChangeSession'>> {
  const { customerId, subscriptionId, planType } = await readAccount(deps, user);
  if (customerId === undefined || subscriptionId === undefined || planType === undefined) {
    throw new AppError('no_subscription');
  }
  if (planType === plan) throw new AppError('plan_unchanged');
  if (planType === SPECIAL_PLAN) throw new AppError('plan_managed');
  // The ledger learns of both from an event, which can be late.
  const [subscription, price] = await Promise.all([
    deps.payments.retrieveSubscription(subscriptionId),
    deps.payments.findCurrentPrice(plan),
  ]);
  if (subscription?.endsAt !== undefined && canCharge(subscription)) throw new AppError('plan_ending');
  // A change would credit a period that was not paid.
  if (subscription && isPastDue(subscription)) throw new AppError('plan_past_due');
  const returnUrl = `${deps.config.publicUrl}${SITE_PATHS.account}`;
  const url =
    subscription?.uid === user.uid
      ? await deps.payments.createPlanChange({ customerId, subscriptionId, price, returnUrl })
      : 'rejected';
  if (url !== 'rejected' && url !== 'has_extras') return { url };
  const done =
    url === 'has_extras' ? await changeItem(deps, { subscriptionId, price, agreed }) : ('rejected' as const);
  if (typeof done === 'object') return done;
  // Otherwise the subscription has ended, changed or been given to another person since the ledger was updated.
  const { planType: current } = await deps.synchronisePlan(user.uid);
  if (done === 'changed' && current !== undefined) return { planType: current };
  throw new AppError(current === undefined ? 'subscription_ended' : 'plan_managed');
}

interface ItemChange {
  readonly subscriptionId: string;
  readonly price: string;
  readonly agreed: PlanChangeCost | undefined;
}

/** Answers with the cost first. Charges only what was agreed to. */
async function changeItem(
  { payments }: Deps,
  { subscriptionId, price, agreed }: ItemChange,
): Promise<CallAnswer<'createPlanChangeSession'> | 'changed' | 'rejected'> {
  const cost = await payments.quotePlanChange({ subscriptionId, price, agreedAt: agreed?.at });
  if (typeof cost === 'string') return cost;
  if (!isDeepStrictEqual({ ...cost }, { ...agreed })) return { cost };
  const outcome = await payments.changePlanItem({ subscriptionId, price, at: cost.at });
  if (outcome === 'unpaid') throw new AppError('plan_change_unpaid');
  return outcome;
}
