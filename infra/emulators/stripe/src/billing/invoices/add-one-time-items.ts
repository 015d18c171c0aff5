import { requireKnownPrice } from '../../catalogue/price.ts';
import { computeCost, unitAmountOf } from '../../catalogue/price-cost.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { requireFound } from '../../kinds/require.ts';
import type { Subscription } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { firstEnd } from '../changes/item-periods.ts';
import type { OneTimeItem } from '../subscriptions/subscription-schedule.ts';
import { findTaxRates } from '../tax/line-taxes.ts';
import { addPendingItem } from './create-invoice-item.ts';
import type { InvoiceItem } from './invoice-line.ts';

export type PricedItem = Pick<
  InvoiceItem,
  'amount' | 'currency' | 'description' | 'price' | 'product' | 'quantity' | 'unit_amount'
>;

/** Prices a one-time item; throws naming `param` if the price is recurring. */
export function pricedOnce(context: Context, id: string, quantity: number, param: string): PricedItem {
  const price = requireKnownPrice(context, id, param);
  if (price.recurring !== null) {
    const message =
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.';
    throw rejected(message, { param });
  }
  const product = requireFound(context.store.products.get(price.product), `product ${price.product}`);
  return {
    amount: computeCost(price, quantity),
    currency: price.currency,
    description: product.name,
    price: price.id,
    product: price.product,
    quantity,
    unit_amount: unitAmountOf(price),
  };
}

/** Adds one-time items to a subscription's next invoice, for its current or upcoming period. */
export function addOneTimeItems(
  context: Context,
  subscription: Subscription,
  items: readonly OneTimeItem[],
  now: number,
): InvoiceItem[] {
  const { customer, id, test_clock } = subscription;
  return items.map((item) => {
    const { price, quantity, discountable, metadata } = item;
    return addPendingItem(context, {
      ...pricedOnce(context, price, quantity, 'add_invoice_items'),
      ...currentPeriod(context, subscription, now),
      created: now,
      customer,
      subscription: id,
      discountable,
      tax_rates: findTaxRates(subscription, item),
      test_clock,
      metadata,
    });
  });
}

function currentPeriod(context: Context, subscription: Subscription, now: number) {
  const period_end = latestPeriodEnd(subscription);
  if (period_end <= now) {
    const { items, billing_cycle_anchor } = subscription;
    return { period_start: now, period_end: firstEnd(context, items, now, billing_cycle_anchor) };
  }
  const starts = subscription.items.map(({ current_period_start }) => current_period_start);
  return { period_start: Math.max(...starts), period_end };
}
