import type { Address, Shipping } from './customer-entities.ts';
import type { GivenTaxId } from './tax-entities.ts';

/** Of a text or a number, in characters. */
export const LONGEST_ANSWER = 255;

export interface DropdownOption {
  readonly label: string;
  readonly value: string;
}

/** A question of the shop's own on the checkout page. */
export interface CustomField {
  readonly key: string;
  readonly label: string;
  readonly type: 'dropdown' | 'numeric' | 'text';
  readonly optional: boolean;
  readonly defaultValue: string | null;
  /** In characters; null without a bound, and always for a dropdown. */
  readonly minimumLength: number | null;
  readonly maximumLength: number | null;
  /** Those of a dropdown; none for other types. */
  readonly options: readonly DropdownOption[];
}

export interface ConsentCollection {
  readonly promotions: 'auto' | 'none';
  readonly termsOfService: 'none' | 'required';
  /** Whether the page says what a saved payment method is used for; null where the session leaves it open. */
  readonly reuseAgreement: 'auto' | 'hidden' | null;
}

/** A company that a visitor buys for. */
export interface Business {
  readonly name: string;
  /** Null where the country has no type of tax id. */
  readonly taxId: GivenTaxId | null;
}

/** Names that are asked for apart from those of the card and of an address; null where a field was left empty. */
export interface CollectedNames {
  readonly business: string | null;
  readonly individual: string | null;
}

/** What a visitor answered beyond the card. */
export interface CollectedDetails {
  /** In E.164; null where the session does not ask. */
  readonly phone: string | null;
  /** By key; null where a field was left empty. */
  readonly customFields: Readonly<Record<string, string | null>>;
  /** Whether the visitor wants to hear of promotions. */
  readonly promotions: boolean;
  /** The billing address; absent where the session does not ask for more than the postal code. */
  readonly address?: Address;
  /** Absent where the visitor buys for nobody else. */
  readonly business?: Business;
  /** These are absent where the session does not ask for them. */
  readonly shipping?: Shipping;
  readonly shippingRate?: string;
  readonly names?: CollectedNames;
}
