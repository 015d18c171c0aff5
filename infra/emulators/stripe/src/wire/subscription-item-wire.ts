import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { activeDiscounts } from '../discounts/subscription-discounts.ts';
import { requirePrice } from '../lookup/require.ts';
import { isMetered } from '../pricing/price-cost.ts';
import type { SubscriptionItem } from '../state/billing-entities.ts';
import { planWire, priceWire } from './price-wire.ts';
import { taxRatesWire } from './tax-wire.ts';

export function subscriptionItemWire(context: Context, subscription: string, item: SubscriptionItem) {
  const price = requirePrice(context.store, item.price);
  const testClock = context.store.subscriptions.get(subscription)?.testClock ?? null;
  return {
    id: item.id,
    object: 'subscription_item',
    billing_thresholds: item.usageThreshold == null ? null : { usage_gte: item.usageThreshold },
    created: item.created,
    current_period_end: item.currentPeriodEnd,
    current_period_start: item.currentPeriodStart,
    current_trial: null,
    discounts: activeDiscounts(context, item, context.time.now(testClock)).map(({ id }) => id),
    metadata: item.metadata,
    plan: planWire(price),
    price: priceWire(price),
    ...(isMetered(price) ? {} : { quantity: item.quantity }),
    subscription,
    tax_rates: taxRatesWire(context, item.taxRates),
  } satisfies Stripe.SubscriptionItem;
}
