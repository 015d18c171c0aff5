import { createHash } from 'node:crypto';
import { PLAIN_PRICE } from '../../catalogue/price.ts';
import { PLAIN_PRODUCT } from '../../catalogue/product.ts';
import type { Context } from '../../kinds/context.ts';
import type { PricedItem } from './add-one-time-items.ts';

interface AdHoc {
  /** In the currency's smallest unit; negative for a credit. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  /** One that is known; otherwise it is called by the description. */
  readonly product?: string | null | undefined;
  /** One unless the amount is that of several units. */
  readonly quantity?: number;
  readonly unit_amount?: number;
}

const deriveId = (prefix: string, length: number, ...parts: readonly unknown[]) =>
  `${prefix}_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length)}`;

/** An item without a price: like Stripe, gives it an archived one, the same for the same product and amount. */
export function adHocItem({ store, time }: Context, given: AdHoc): PricedItem {
  const { amount, currency, description, quantity = 1, unit_amount = amount } = given;
  const product = given.product ?? deriveId('prod', 14, description);
  const price = deriveId('price', 24, product, currency, unit_amount);
  const created = time.now();
  if (store.products.get(product) === undefined) {
    const name = description ?? 'Invoice item';
    store.products.put({ ...PLAIN_PRODUCT, id: product, created, updated: created, name, active: false });
  }
  if (store.prices.get(price) === undefined) {
    store.prices.put({
      ...PLAIN_PRICE,
      id: price,
      created,
      active: false,
      product,
      currency,
      unit_amount,
    });
  }
  return { amount, currency, description, price, product, quantity, unit_amount };
}
