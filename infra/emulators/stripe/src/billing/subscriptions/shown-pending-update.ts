import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { activeDiscounts } from './active-discounts.ts';
import { subscriptionItemWire } from './subscription-item.ts';

export function pendingUpdateWire(
  context: Context,
  subscription: Subscription,
): Stripe.Subscription.PendingUpdate | null {
  const { pendingUpdate, id, status, testClock } = subscription;
  if (pendingUpdate == null) return null;
  const { change, expiresAt, metadata } = pendingUpdate;
  const { items, discounts } = change;
  const now = context.time.now(testClock);
  return {
    billing_cycle_anchor: status === 'paused' ? null : (change.billingCycleAnchor ?? null),
    cancel_at_period_end: change.cancelAtPeriodEnd ?? null,
    discount: null,
    discounts:
      discounts === undefined
        ? null
        : activeDiscounts(context, { ...subscription, discounts }, now).map((discount) => discount.id),
    expires_at: expiresAt,
    metadata,
    subscription_items:
      items === undefined || areSame(items, subscription.items)
        ? null
        : items.map((item) => subscriptionItemWire(context, id, item)),
    trial_end: change.trialEnd ?? null,
    trial_from_plan: null,
  };
}

/** Whether the items differ at most in their periods. */
function areSame(some: readonly SubscriptionItem[], others: readonly SubscriptionItem[]): boolean {
  const withoutPeriods = (items: readonly SubscriptionItem[]) =>
    JSON.stringify(items.map((item) => ({ ...item, currentPeriodStart: 0, currentPeriodEnd: 0 })));
  return withoutPeriods(some) === withoutPeriods(others);
}
