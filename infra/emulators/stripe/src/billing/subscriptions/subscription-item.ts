import type Stripe from 'stripe';
import { activeDiscounts } from '../../catalogue/active-discounts.ts';
import { planWire, priceWire, requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import type { Context } from '../../kinds/context.ts';
import type { SubscriptionItem } from '../billing-entities.ts';

export function subscriptionItemWire(context: Context, subscription: string, item: SubscriptionItem) {
  const price = requirePrice(context.store, item.price);
  const test_clock = context.store.subscriptions.get(subscription)?.test_clock ?? null;
  return {
    id: item.id,
    object: 'subscription_item',
    billing_thresholds: item.usageThreshold == null ? null : { usage_gte: item.usageThreshold },
    created: item.created,
    current_period_end: item.current_period_end,
    current_period_start: item.current_period_start,
    current_trial: null,
    discounts: activeDiscounts(context, item, context.time.now(test_clock)).map(({ id }) => id),
    metadata: item.metadata,
    plan: planWire(price),
    price: priceWire(price),
    ...(isMetered(price) ? {} : { quantity: item.quantity }),
    subscription,
    tax_rates: taxRatesWire(context, item.tax_rates),
  } satisfies Stripe.SubscriptionItem;
}
