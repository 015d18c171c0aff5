import { billingInterval } from '../../catalogue/period-text.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { computeCost } from '../../catalogue/price-cost.ts';
import { money } from '../../kinds/money.ts';
import type { Store } from '../../kinds/store/store.ts';

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
