import type { Metadata } from './catalogue-entities.ts';

export interface Address {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly state: string | null;
}

export interface Shipping {
  readonly address: Address;
  readonly name: string;
  readonly phone: string | null;
}

/** Where somebody counts as being of whom nothing is known but, at most, a postal code. */
export const UNITED_STATES: Address = {
  city: null,
  country: 'US',
  line1: null,
  line2: null,
  postalCode: null,
  state: null,
};

export interface Customer {
  readonly id: string;
  readonly created: number;
  readonly deleted: boolean;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly address: Address | null;
  /** These are absent where they were never given. */
  readonly shipping?: Shipping | null;
  readonly businessName?: string | null;
  readonly individualName?: string | null;
  readonly preferredLocales?: readonly string[];
  readonly defaultPaymentMethod: string | null;
  /** Of the invoices; null until there is one. */
  readonly currency: string | null;
  readonly invoicePrefix: string;
  readonly nextInvoiceSequence: number;
  /** In the smallest unit of the currency: negative for what the customer has to their credit. */
  readonly balance: number;
  /** Invoice items that wait for an invoice; absent while there never were any. */
  readonly pendingItems?: readonly string[];
  /** Oldest first; absent while there never were any. */
  readonly taxIds?: readonly string[];
  readonly testClock: string | null;
  readonly metadata: Metadata;
}

/** What is kept of a card: never the number, only which test card it was. */
export interface Card {
  readonly testCard: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface BillingDetails {
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly postalCode: string | null;
  /** Where the API was given all of it; a page asks for the postal code alone. */
  readonly address?: Address;
}

export interface PaymentMethod {
  readonly id: string;
  readonly created: number;
  readonly customer: string | null;
  readonly card: Card;
  readonly billingDetails: BillingDetails;
  /** Absent where a page has saved the card. */
  readonly allowRedisplay?: 'always' | 'limited' | 'unspecified';
  readonly metadata: Metadata;
}

export interface TestClock {
  readonly id: string;
  readonly created: number;
  readonly name: string | null;
  readonly frozenTime: number;
  /** Where it is on its way to; null while it stands still. */
  readonly advancingTo: number | null;
}

const KEPT_FOR_SECONDS = 30 * 86_400;

/** When a test clock is deleted, by the time of the account. */
export function clockDeletion({ created }: TestClock): number {
  return created + KEPT_FOR_SECONDS;
}
