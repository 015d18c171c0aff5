import type { JsonObject } from '../json-object.ts';
import type { Metadata } from './catalogue-entities.ts';

/** A way to send a purchase, at one price for all of it. */
export interface ShippingRate {
  readonly id: string;
  readonly created: number;
  readonly active: boolean;
  readonly displayName: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
  /** How long it takes, as it was given. */
  readonly estimate: JsonObject | null;
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
