import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import type { BillingState } from '../gateways/billing-state.ts';
import type { Subscription, SubscriptionStatus, WebhookEvent } from '../gateways/payments.ts';

export interface PlanDecision {
  readonly kept: Subscription | undefined;
  /** Subscriptions to end, because they could charge the same person again or need a refund. */
  readonly surplus: readonly Subscription[];
  /** Subscriptions made by hand beside the kept one; the operator decides about them. */
  readonly leftToOperator: readonly Subscription[];
}

// The reasons are in docs/subscription-policy.md.
const GRANTING: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due'];
const CHARGEABLE: readonly SubscriptionStatus[] = [...GRANTING, 'unpaid', 'paused'];

export const canCharge = ({ status }: Subscription) => CHARGEABLE.includes(status);

/** The ids of subscriptions that were paused because the account was disabled, in the format of `paused`. */
export const pausedIn = (subscriptions: readonly Subscription[]): string | undefined =>
  subscriptions
    .filter(({ pausedHere }) => pausedHere)
    .map(({ id }) => id)
    .join(' ') || undefined;

export const isPastDue = ({ status }: Subscription) => status === 'past_due';

export const matchesStored = (
  kept: Subscription | undefined,
  stored: Pick<BillingState, 'planType' | 'endsAt' | 'pastDue'> | undefined,
) =>
  stored?.planType === kept?.plan &&
  stored?.endsAt === kept?.endsAt &&
  (stored?.pastDue ?? false) === (kept !== undefined && isPastDue(kept));

/** An unpaid or paused duplicate charged only for what was delivered. */
export const owesRefund = ({ status }: Subscription) => GRANTING.includes(status);

/** Gives the same result for the same set, in every process and in any order. */
export function decidePlan(subscriptions: readonly Subscription[]): PlanDecision {
  const granting = subscriptions.filter(grantsPlan).toSorted(byPrecedence);
  const [kept] = granting;
  const sold = granting.find(({ soldHere }) => soldHere);
  // A subscription that the operator makes does not end one that was sold before.
  const isLeftAlone = (other: Subscription) =>
    other.id === kept?.id ||
    (kept !== undefined &&
      !kept.soldHere &&
      kept.created > other.created &&
      (sold === undefined || sold.id === other.id));
  const surplus = subscriptions.filter((other) => {
    const isMarked = other.duplicateOf !== undefined;
    // Once marked, it is settled, even if the operator has moved it to another price since.
    if (!other.soldHere && !isMarked) return false;
    if (canCharge(other)) return isMarked || (kept !== undefined && !isLeftAlone(other));
    return isMarked && !other.refunded;
  });
  const leftToOperator = subscriptions.filter(
    (other) => kept !== undefined && other.id !== kept.id && canCharge(other) && !surplus.includes(other),
  );
  return { kept, surplus, leftToOperator };
}

function grantsPlan({ status, duplicateOf }: Subscription): boolean {
  return duplicateOf === undefined && GRANTING.includes(status);
}

// Paid before past due; a plan of the catalogue before an arrangement; then the older, because the newer is refunded;
// of the same second, what was sold.
function byPrecedence(one: Subscription, other: Subscription): number {
  return (
    Number(isPastDue(one)) - Number(isPastDue(other)) ||
    Number(one.plan === SPECIAL_PLAN) - Number(other.plan === SPECIAL_PLAN) ||
    one.created - other.created ||
    Number(other.soldHere) - Number(one.soldHere) ||
    (one.id < other.id ? -1 : 1)
  );
}

/**
 * Whether the stored state already matches an event, so that the provider need not be queried. An outdated
 * event does not match, which costs one query and changes nothing.
 */
export function agreesWithEvent(state: BillingState, event: WebhookEvent): boolean {
  const { subscriptionId, subscription, type } = event;
  const isCurrent = subscriptionId !== undefined && state.subscriptionId === subscriptionId;
  if (type.startsWith('customer.subscription.')) {
    const { kept, surplus } = decidePlan(subscription === undefined ? [] : [subscription]);
    if (surplus.length > 0 || subscription?.pausedHere) return false;
    return kept === undefined ? !isCurrent : isCurrent && matchesStored(kept, state);
  }
  return isCurrent && state.planType !== undefined;
}
