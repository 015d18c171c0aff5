import type { Address, Shipping } from './customer-entities.ts';
import type { GivenTaxId } from './tax-entities.ts';

/** For text and numeric fields, in characters. */
export const LONGEST_ANSWER = 255;

export interface DropdownOption {
  readonly label: string;
  readonly value: string;
}

/** A question the merchant adds to the checkout page. */
export interface CustomField {
  readonly key: string;
  readonly label: string;
  readonly type: 'dropdown' | 'numeric' | 'text';
  readonly optional: boolean;
  readonly defaultValue: string | null;
  /** In characters; null if unbounded, and always for a dropdown. */
  readonly minimumLength: number | null;
  readonly maximumLength: number | null;
  /** Empty unless the field is a dropdown. */
  readonly options: readonly DropdownOption[];
}

export interface ConsentCollection {
  readonly promotions: 'auto' | 'none';
  readonly termsOfService: 'none' | 'required';
  /** Whether the page shows Stripe's reuse terms for the payment method; null if unset. */
  readonly reuseAgreement: 'auto' | 'hidden' | null;
}

export interface Business {
  readonly name: string;
  /** Null if the country has no tax id type. */
  readonly taxId: GivenTaxId | null;
}

/** Names collected separately from the card and address; null if left empty. */
export interface CollectedNames {
  readonly business: string | null;
  readonly individual: string | null;
}

export interface CollectedDetails {
  /** In E.164; null if not collected. */
  readonly phone: string | null;
  /** By key; null if left empty. */
  readonly customFields: Readonly<Record<string, string | null>>;
  /** Whether the visitor opted in to promotional email. */
  readonly promotions: boolean;
  /** The billing address; absent if only the postal code is collected. */
  readonly address?: Address;
  /** Absent unless the visitor buys for a business. */
  readonly business?: Business;
  /** This and the following are absent if not collected. */
  readonly shipping?: Shipping;
  readonly shippingRate?: string;
  readonly names?: CollectedNames;
}
