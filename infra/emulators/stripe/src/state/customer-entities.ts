import type { Discount } from './discount-entities.ts';
import type { Entity, Labelled } from './entity.ts';

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

/** Assumed location of customers who gave at most a postal code. */
export const UNITED_STATES: Address = {
  city: null,
  country: 'US',
  line1: null,
  line2: null,
  postalCode: null,
  state: null,
};

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Shown, without any effect on pages. */
export interface InvoiceRendering {
  readonly amountTaxDisplay?: string;
  readonly pageSize?: 'a4' | 'auto' | 'letter';
}

/** Whether a customer pays no tax, or pays it to their own country. */
export type TaxExemption = 'exempt' | 'none' | 'reverse';

export interface Customer extends Labelled {
  readonly deleted: boolean;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly address: Address | null;
  /** This and the following are absent if never set. */
  readonly shipping?: Shipping | null;
  readonly businessName?: string | null;
  readonly individualName?: string | null;
  readonly preferredLocales?: readonly string[];
  readonly defaultPaymentMethod: string | null;
  /** This and the following two are what new invoices show; absent if never set. */
  readonly invoiceFields?: readonly NamedValue[] | null;
  readonly invoiceFooter?: string | null;
  readonly invoiceRendering?: InvoiceRendering | null;
  /** A card that pays if there is no default payment method; absent if there never was one. */
  readonly defaultSource?: string | null;
  /** The invoice currency; null until the first invoice. */
  readonly currency: string | null;
  readonly invoicePrefix: string;
  readonly nextInvoiceSequence: number;
  /** In the currency's smallest unit; negative if the customer has credit. */
  readonly balance: number;
  /** The same by other currencies; absent until there is one. */
  readonly otherBalances?: Readonly<Record<string, number>>;
  /** Absent until a payment fails. */
  readonly delinquent?: boolean;
  /** Shown on all invoices; absent until there is one. */
  readonly discount?: Discount | null;
  /** Pending invoice items; absent until there is one. */
  readonly pendingItems?: readonly string[];
  /** Absent for `none`. */
  readonly taxExempt?: TaxExemption;
  /** Oldest first; absent until there is one. */
  readonly taxIds?: readonly string[];
  readonly testClock: string | null;
}

/** Identifies a test card; its number is never stored. */
export interface Card {
  readonly testCard: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** Set for a bank account that was given through the API. */
  readonly bank?: BankDetails;
}

/** What is shown of a bank account, whose number is never stored either. */
export interface BankDetails {
  readonly fingerprint: string;
  /** As the API names them. */
  readonly fields: Readonly<Record<string, string | null>>;
}

export interface BillingDetails {
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly postalCode: string | null;
  /** Set if given through the API; pages collect only the postal code. */
  readonly address?: Address;
}

export interface PaymentMethod extends Labelled {
  readonly customer: string | null;
  readonly card: Card;
  readonly billingDetails: BillingDetails;
  /** Detached, or charged without a customer: it cannot be used again. */
  readonly usedUp?: boolean;
  /** Whether it is a copy of a saved one. */
  readonly isChecked?: boolean;
  /** Absent for cards saved on a page. */
  readonly allowRedisplay?: 'always' | 'limited' | 'unspecified';
  /** Whether it is a bank account that waits for its verification. */
  readonly isUnverified?: boolean;
}

/** Whether it was saved as a source, the predecessor of a payment method. It pays as either. */
export function isCardSource({ id }: PaymentMethod): boolean {
  return id.startsWith('card_');
}

export interface TestClock extends Entity {
  readonly name: string | null;
  readonly frozenTime: number;
  /** Target time while advancing; otherwise null. */
  readonly advancingTo: number | null;
}

const KEPT_FOR_SECONDS = 30 * 86_400;

/** When a test clock is deleted, in account time. */
export function clockDeletion({ created }: TestClock): number {
  return created + KEPT_FOR_SECONDS;
}
