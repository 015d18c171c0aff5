import type { PlanName } from '@outharbor/contract/plans';
import type { Subscription, SubscriptionStatus } from '../gateways/payment-gateway.ts';

export interface PlanDecision {
  /** The one subscription that counts, if any grants a plan. */
  readonly kept: (Subscription & { readonly plan: PlanName }) | undefined;
  /** Others that could charge the same person again, or for which money is owed; they are to be ended and refunded. */
  readonly surplus: readonly Subscription[];
}

// docs/subscription-policy.md gives the reasons.
const GRANTING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];
const CHARGEABLE: readonly SubscriptionStatus[] = [...GRANTING, 'unpaid', 'paused'];

/** What a set of subscriptions means: the same answer in every process, whatever order they come in. */
export function decidePlan(subscriptions: readonly Subscription[]): PlanDecision {
  const ours = subscriptions.filter((subscription) => subscription.plan !== undefined);
  const [kept] = ours.filter(grantsPlan).toSorted(byPrecedence);
  const surplus = ours.filter((other) => {
    const isMarked = other.duplicateOf !== undefined;
    if (CHARGEABLE.includes(other.status)) return other.id !== kept?.id && (isMarked || kept !== undefined);
    return isMarked && !other.refunded;
  });
  return { kept, surplus };
}

function grantsPlan(subscription: Subscription): subscription is Subscription & { readonly plan: PlanName } {
  return (
    subscription.plan !== undefined &&
    subscription.duplicateOf === undefined &&
    GRANTING.includes(subscription.status)
  );
}

// A paid one before one whose renewal failed; then the older, because it is the newer that is refunded.
function byPrecedence(one: Subscription, other: Subscription): number {
  return (
    Number(one.status === 'past_due') - Number(other.status === 'past_due') ||
    one.created - other.created ||
    (one.id < other.id ? -1 : 1)
  );
}
