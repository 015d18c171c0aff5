import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { LineItem } from '../state/checkout-entities.ts';
import { priceWire } from './price-wire.ts';
import { requirePrice } from './require.ts';

export function lineItemWire({ store }: Context, item: LineItem): Stripe.LineItem {
  const price = requirePrice(store, item.price);
  const amount = price.unitAmount * item.quantity;
  return {
    id: item.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: store.products.get(price.product)?.name ?? null,
    metadata: {},
    price: priceWire(price),
    quantity: item.quantity,
  };
}
