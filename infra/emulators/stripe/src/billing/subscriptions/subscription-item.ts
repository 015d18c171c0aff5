import type Stripe from 'stripe';
import { activeDiscounts } from '../../catalogue/active-discounts.ts';
import { planWire, priceWire, requirePrice } from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import { taxRatesWire } from '../../catalogue/tax-rate.ts';
import type { Context } from '../../kinds/context.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import type { SubscriptionItem } from '../billing-entities.ts';

const show = shown<Stripe.SubscriptionItem>(
  'subscription_item',
  { billing_thresholds: null, current_trial: null },
  ['billedUsage', 'livemode'],
);

export function subscriptionItemWire(context: Context, subscription: string, item: SubscriptionItem) {
  const { quantity, ...own } = item;
  const price = requirePrice(context.store, item.price);
  const test_clock = context.store.subscriptions.get(subscription)?.test_clock ?? null;
  return show(own, {
    discounts: activeDiscounts(context, item, context.time.now(test_clock)).map(({ id }) => id),
    plan: planWire(price),
    price: priceWire(price),
    ...(isMetered(price) ? {} : { quantity }),
    subscription,
    tax_rates: taxRatesWire(context, item.tax_rates),
  });
}
