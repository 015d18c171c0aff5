import type Stripe from 'stripe';
import { exclusiveTax, inclusiveTax } from '../billing/tax/tax.ts';
import { priceWire, requirePrice } from '../catalogue/price.ts';
import { isMetered } from '../catalogue/price-cost.ts';
import type { Context } from '../kinds/context.ts';
import type { PricedLine } from './price-lines.ts';

export function lineItemWire(
  { store }: Context,
  { item, subtotal, discount, taxes }: PricedLine,
): Stripe.LineItem {
  const price = requirePrice(store, item.price);
  return {
    id: item.id,
    object: 'item',
    adjustable_quantity: item.adjustable_quantity ?? null,
    amount_discount: discount,
    amount_subtotal: subtotal,
    amount_tax: inclusiveTax(taxes) + exclusiveTax(taxes),
    amount_total: subtotal - discount + exclusiveTax(taxes),
    currency: price.currency,
    description: store.products.get(price.product)?.name ?? null,
    metadata: {},
    price: priceWire(price),
    quantity: isMetered(price) ? null : item.quantity,
  };
}
