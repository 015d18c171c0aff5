import type Stripe from 'stripe';
import { finder } from '../kinds/lookup.ts';
import { type Labelled, shown } from '../kinds/store/kind-type.ts';

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
  readonly delivery_estimate: DeliveryEstimate | null;
  readonly tax_behavior: 'exclusive' | 'inclusive' | 'unspecified';
  readonly tax_code: string | null;
}

export interface ChosenShipping {
  readonly rate: string;
  /** Automatic tax rates for the destination, if known. */
  readonly automaticRates?: readonly string[];
}

const show = shown<Stripe.ShippingRate>('shipping_rate', {}, ['amount', 'currency']);

export function shippingRateWire(rate: ShippingRate): Stripe.ShippingRate {
  const { amount, currency } = rate;
  return show(rate, { fixed_amount: { amount, currency }, type: 'fixed_amount' });
}

export const requireShippingRate = finder('shipping rate', 'shippingRates');
