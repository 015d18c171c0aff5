import { requirePrice } from '../lookup/require.ts';
import { money } from '../money.ts';
import { billingInterval } from '../pricing/period-text.ts';
import { computeCost } from '../pricing/price-cost.ts';
import type { Store } from '../state/store.ts';

export interface PricedItem {
  readonly name: string;
  /** `$49.00 per month`. */
  readonly price: string;
}

export function pricedItem(
  store: Store,
  item: { readonly price: string; readonly quantity: number },
): PricedItem {
  const price = requirePrice(store, item.price);
  const amount = money(computeCost(price, item.quantity), price.currency);
  return {
    name: store.products.get(price.product)?.name ?? price.id,
    price: `${amount} ${billingInterval(price.recurring)}`,
  };
}
