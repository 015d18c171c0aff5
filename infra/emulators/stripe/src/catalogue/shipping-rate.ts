import type Stripe from 'stripe';
import type { ShippingRate } from './shipping-entities.ts';

export function shippingRateWire(rate: ShippingRate): Stripe.ShippingRate {
  return {
    id: rate.id,
    object: 'shipping_rate',
    active: rate.active,
    created: rate.created,
    delivery_estimate: rate.estimate,
    display_name: rate.display_name,
    fixed_amount: { amount: rate.amount, currency: rate.currency },
    livemode: false,
    metadata: rate.metadata,
    tax_behavior: rate.tax_behavior,
    tax_code: rate.tax_code,
    type: 'fixed_amount',
  };
}
