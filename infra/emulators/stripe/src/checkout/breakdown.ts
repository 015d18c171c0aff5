import type Stripe from 'stripe';
import { summedTaxes } from '../billing/tax/tax.ts';
import { discountWire } from '../catalogue/discount.ts';
import { type TaxAmount, taxRateWire } from '../catalogue/tax-rate.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { type PricedLine, priceLines } from './price-lines.ts';
import { computeShippingCost } from './shipping-cost.ts';

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

function taxesWire({ store }: Context, taxes: readonly TaxAmount[]): Stripe.LineItem.Tax[] {
  return taxes.map(({ amount, rate, reason, taxable }) => ({
    amount,
    rate: taxRateWire(requireFound(store.taxRates.get(rate), `tax rate ${rate}`)),
    taxability_reason: (reason ?? null) as Stripe.LineItem.Tax.TaxabilityReason | null,
    taxable_amount: taxable,
  }));
}
