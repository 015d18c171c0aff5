import type Stripe from 'stripe';
import { finder } from '../kinds/lookup.ts';
import type { Labelled } from '../kinds/store/entity.ts';

interface Duration {
  readonly unit: 'business_day' | 'day' | 'hour' | 'month' | 'week';
  readonly value: number;
}

/** Null for an open bound. */
export type DeliveryEstimate = Readonly<Record<'maximum' | 'minimum', Duration | null>>;

/** A shipping option with a flat price per purchase. */
export interface ShippingRate extends Labelled {
  readonly active: boolean;
  readonly display_name: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly estimate: DeliveryEstimate | null;
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  readonly tax_code: string | null;
}

export interface ChosenShipping {
  readonly rate: string;
  /** Automatic tax rates for the destination, if known. */
  readonly automaticRates?: readonly string[];
}

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

export const requireShippingRate = finder('shipping rate', 'shippingRates');
