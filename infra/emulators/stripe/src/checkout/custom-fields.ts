import type Stripe from 'stripe';
import type { GivenTaxId } from '../customers/tax-id.ts';
import type { Address, Shipping } from '../kinds/params/address.ts';
import type { Kept } from '../kinds/store/kind-type.ts';

export const LONGEST_ANSWER = 255;

export type CustomField = Kept<Stripe.Checkout.Session>['custom_fields'][number];

export interface Business {
  readonly name: string;
  /** Null if the country has no tax id type. */
  readonly tax_id: GivenTaxId | null;
}

export interface CollectedNames {
  readonly business: string | null;
  readonly individual: string | null;
}

export interface CollectedDetails {
  /** In E.164; null if not collected. */
  readonly phone: string | null;
  readonly custom_fields: Readonly<Record<string, string | null>>;
  readonly promotions: boolean;
  /** Absent if only the postal code is collected. */
  readonly address?: Address;
  readonly business?: Business;
  readonly shipping?: Shipping;
  readonly shipping_rate?: string;
  /** What the visitor chose to pay, in the currency's smallest unit. */
  readonly amount?: number;
  readonly names?: CollectedNames;
}
