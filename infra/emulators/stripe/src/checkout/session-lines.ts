import type Stripe from 'stripe';
import { exclusiveTax, inclusiveTax, summedTaxes } from '../billing/tax/tax.ts';
import { discountWire } from '../catalogue/discount.ts';
import { priceWire, requirePrice } from '../catalogue/price.ts';
import { isMetered } from '../catalogue/price-cost.ts';
import { type TaxAmount, taxRateWire } from '../catalogue/tax-rate.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { type PricedLine, priceLines } from './price-lines.ts';
import { computeShippingCost } from './shipping-cost.ts';

export function lineItemWire(
  { store }: Context,
  { item, price: { currency }, subtotal, discount, taxes }: PricedLine,
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
    currency,
    description: store.products.get(price.product)?.name ?? null,
    metadata: {},
    price: priceWire(price),
    quantity: isMetered(price) ? null : item.quantity,
  };
}

/** What makes up the totals of a checkout. */
export function breakdownWire(
  context: Context,
  session: CheckoutSession,
): Stripe.Checkout.Session.TotalDetails.Breakdown {
  const taxes = priceLines(context, session).flatMap((line) => line.taxes);
  const shipping = computeShippingCost(context, session)?.taxes ?? [];
  return {
    discounts: discountsWire(context, session, session.amount_discount),
    taxes: taxesWire(context, summedTaxes([...taxes, ...shipping])),
  };
}

export function shippingTaxesWire(context: Context, session: CheckoutSession): Stripe.LineItem.Tax[] {
  return taxesWire(context, computeShippingCost(context, session)?.taxes ?? []);
}

export function lineTaxesWire(
  context: Context,
  _session: CheckoutSession,
  { taxes }: PricedLine,
): Stripe.LineItem.Tax[] {
  return taxesWire(context, taxes);
}

/** A coupon may be for other products only. */
export function lineDiscountsWire(
  context: Context,
  session: CheckoutSession,
  { discount }: PricedLine,
): Stripe.LineItem.Discount[] {
  return discount === 0 ? [] : discountsWire(context, session, discount);
}

/** Until a subscription or an invoice has the discount, it is the session's own. */
function discountsWire(
  { store }: Context,
  { created, customer, discount, id }: CheckoutSession,
  amount: number,
): Stripe.LineItem.Discount[] {
  if (discount === null) return [];
  const [redeemed] = store.discounts.newestFirst(({ checkout_session }) => checkout_session === id);
  const own = {
    ...{ ...discount, id: `di_${id.slice(-24)}`, checkout_session: id, customer: '', start: created },
    ...{ end: null, spentOn: null, subscription: null },
  };
  return [{ amount, discount: redeemed ? discountWire(redeemed) : { ...discountWire(own), customer } }];
}

export function taxesWire({ store }: Context, taxes: readonly TaxAmount[]): Stripe.LineItem.Tax[] {
  return taxes.map(({ amount, rate, reason, taxable }) => ({
    amount,
    rate: taxRateWire(requireFound(store.taxRates.get(rate), `tax rate ${rate}`)),
    taxability_reason: (reason ?? null) as Stripe.LineItem.Tax.TaxabilityReason | null,
    taxable_amount: taxable,
  }));
}

export function lineItemWires(context: Context, session: CheckoutSession | undefined): object[] {
  const lines = session === undefined ? [] : priceLines(context, session);
  return lines.map((line) => lineItemWire(context, line));
}

/** Whether a session has the line item. */
export function hasItem({ line_items }: CheckoutSession, id: unknown): boolean {
  return line_items.some((item) => item.id === id);
}

/** Something of a session's line item. */
export function ofLine(
  context: Context,
  session: CheckoutSession | undefined,
  id: unknown,
  wire: (context: Context, session: CheckoutSession, line: PricedLine) => unknown,
): unknown {
  const line = session && priceLines(context, session).find(({ item }) => item.id === id);
  return line && wire(context, session, line);
}
