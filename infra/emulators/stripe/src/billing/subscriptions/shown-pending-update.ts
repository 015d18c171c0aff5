import type Stripe from 'stripe';
import { activeDiscounts } from '../../catalogue/active-discounts.ts';
import type { Context } from '../../kinds/context.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { subscriptionItemWire } from './subscription-item.ts';

export function pendingUpdateWire(
  context: Context,
  subscription: Subscription,
): Stripe.Subscription.PendingUpdate | null {
  const { pending_update, id, status, test_clock } = subscription;
  if (pending_update == null) return null;
  const { change, expires_at, metadata } = pending_update;
  const { items, discounts } = change;
  const now = context.time.now(test_clock);
  return {
    billing_cycle_anchor: status === 'paused' ? null : (change.billing_cycle_anchor ?? null),
    cancel_at_period_end: change.cancel_at_period_end ?? null,
    discount: null,
    discounts:
      discounts === undefined
        ? null
        : activeDiscounts(context, { ...subscription, discounts }, now).map((discount) => discount.id),
    expires_at,
    metadata,
    subscription_items:
      items === undefined || areSame(items, subscription.items)
        ? null
        : items.map((item) => subscriptionItemWire(context, id, item)),
    trial_end: change.trial_end ?? null,
    trial_from_plan: null,
  };
}

/** Whether the items differ at most in their periods. */
function areSame(some: readonly SubscriptionItem[], others: readonly SubscriptionItem[]): boolean {
  const withoutPeriods = (items: readonly SubscriptionItem[]) =>
    JSON.stringify(items.map((item) => ({ ...item, current_period_start: 0, current_period_end: 0 })));
  return withoutPeriods(some) === withoutPeriods(others);
}
