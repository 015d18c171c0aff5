import type { BillingState } from '../gateways/billing-ledger.ts';
import type { Subscription, SubscriptionStatus } from '../gateways/payment-gateway.ts';

export interface PlanDecision {
  /** The one subscription that counts, if any grants a plan. */
  readonly kept: Subscription | undefined;
  /** Others that could charge the same person again, or for which money is owed; they are to be ended. */
  readonly surplus: readonly Subscription[];
}

// docs/subscription-policy.md gives the reasons.
const GRANTING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];
const CHARGEABLE: readonly SubscriptionStatus[] = [...GRANTING, 'unpaid', 'paused'];

export const canCharge = ({ status }: Subscription) => CHARGEABLE.includes(status);

export const isBehind = ({ status }: Subscription) => status === 'past_due';

/** Whether this is what is stored of the subscription that counts. */
export const hasStanding = (
  kept: Subscription | undefined,
  stored: Pick<BillingState, 'planType' | 'endsAt' | 'behind'> | undefined,
) =>
  stored?.planType === kept?.plan &&
  stored?.endsAt === kept?.endsAt &&
  (stored?.behind ?? false) === (kept !== undefined && isBehind(kept));

/** Money that a second subscription took is owed; one that stood still took it for what was delivered. */
export const owesRefund = ({ status }: Subscription) => GRANTING.includes(status);

/** What a set of subscriptions means: the same answer in every process, whatever order they come in. */
export function decidePlan(subscriptions: readonly Subscription[]): PlanDecision {
  const [kept] = subscriptions.filter(grantsPlan).toSorted(byPrecedence);
  const surplus = subscriptions.filter((other) => {
    const isMarked = other.duplicateOf !== undefined;
    if (canCharge(other)) return other.id !== kept?.id && (isMarked || kept !== undefined);
    return isMarked && !other.refunded;
  });
  return { kept, surplus };
}

function grantsPlan({ status, duplicateOf }: Subscription): boolean {
  return duplicateOf === undefined && GRANTING.includes(status);
}

// A paid one before one whose renewal failed; then the older, because it is the newer that is refunded.
function byPrecedence(one: Subscription, other: Subscription): number {
  return (
    Number(isBehind(one)) - Number(isBehind(other)) ||
    one.created - other.created ||
    (one.id < other.id ? -1 : 1)
  );
}
