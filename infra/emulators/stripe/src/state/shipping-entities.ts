import type { Metadata } from './catalogue-entities.ts';

interface Duration {
  readonly unit: 'business_day' | 'day' | 'hour' | 'month' | 'week';
  readonly value: number;
}

/** How long sending takes; null for a bound that is open. */
export type DeliveryEstimate = Readonly<Record<'maximum' | 'minimum', Duration | null>>;

/** A way to send a purchase, at one price for all of it. */
export interface ShippingRate {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly displayName: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly estimate: DeliveryEstimate | null;
  readonly taxBehavior: 'exclusive' | 'inclusive' | 'unspecified';
  readonly taxCode: string | null;
  readonly metadata: Metadata;
}

/** How what a session sells is sent. */
export interface ChosenShipping {
  readonly rate: string;
  /** Those of automatic tax, as far as it is known where it goes. */
  readonly automaticRates?: readonly string[];
}
