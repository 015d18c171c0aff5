import { automaticRates } from '../billing/tax/automatic-tax.ts';
import { computeTaxes } from '../billing/tax/tax.ts';
import type { ShippingRate } from '../catalogue/shipping-rate.ts';
import type { TaxAmount } from '../catalogue/tax-rate.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { buyerAtCheckout } from './buyer-at-checkout.ts';
import type { CheckoutSession } from './checkout-entities.ts';

export interface ShippingCost {
  readonly rate: ShippingRate;
  readonly taxes: readonly TaxAmount[];
}

/** Null if shipping is free. Discounts do not apply to it. */
export function computeShippingCost(
  { store }: Context,
  { customer, shipping }: Pick<CheckoutSession, 'customer' | 'shipping'>,
): ShippingCost | null {
  if (shipping === undefined) return null;
  const rate = requireFound(store.shippingRates.get(shipping.rate), `shipping rate ${shipping.rate}`);
  const { automaticRates: ids = [] } = shipping;
  const rates = ids.map((id) => requireFound(store.taxRates.get(id), `tax rate ${id}`));
  const { tax_exempt } = store.customers.get(customer ?? '') ?? {};
  return { rate, taxes: computeTaxes(rate.amount, rates, tax_exempt) };
}

/** The chosen shipping rate with the automatic tax rates of the destination. */
export function taxedShipping(context: Context, session: CheckoutSession): Pick<CheckoutSession, 'shipping'> {
  const cost = computeShippingCost(context, session);
  if (cost === null) return {};
  const rates = automaticRates(context, buyerAtCheckout(context, session), {
    ...cost.rate,
    tax_behavior: cost.rate.tax_behavior,
  });
  return { shipping: { rate: cost.rate.id, automaticRates: rates } };
}
