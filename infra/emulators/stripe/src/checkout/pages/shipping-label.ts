import type { DeliveryEstimate, ShippingRate } from '../../catalogue/shipping-rate.ts';
import { money } from '../../kinds/money.ts';

/** `Express (1–2 business days), $15.00` */
export function shippingLabel({
  display_name,
  delivery_estimate: estimate,
  amount,
  currency,
}: ShippingRate): string {
  const days = estimate === null ? '' : estimateWords(estimate);
  return `${display_name}${days && ` (${days})`}, ${amount === 0 ? 'free' : money(amount, currency)}`;
}

function estimateWords({ minimum, maximum }: DeliveryEstimate): string {
  if (minimum === null) return maximum === null ? '' : `up to ${inWords(maximum)}`;
  if (maximum === null) return `at least ${inWords(minimum)}`;
  if (minimum.unit !== maximum.unit) return `${inWords(minimum)} to ${inWords(maximum)}`;
  return minimum.value === maximum.value ? inWords(maximum) : `${minimum.value}–${inWords(maximum)}`;
}

function inWords({ unit, value }: NonNullable<DeliveryEstimate['maximum']>): string {
  return `${value} ${unit.replace('_', ' ')}${value === 1 ? '' : 's'}`;
}
