import type Stripe from 'stripe';
import type { Discount } from '../catalogue/discount-entities.ts';
import type { Entity, Labelled } from '../kinds/store/entity.ts';
import { type Held, type Kept, type Loose, plain } from '../kinds/store/kind-type.ts';

export interface Address {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postal_code: string | null;
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
  postal_code: null,
  state: null,
};

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Shown, without any effect on pages. */
export interface InvoiceRendering {
  readonly amount_tax_display?: string;
  readonly pageSize?: 'a4' | 'auto' | 'letter';
}

/** Whether a customer pays no tax, or pays it to their own country. */
export type TaxExemption = 'exempt' | 'none' | 'reverse';

type Special =
  | 'address'
  | 'business_name'
  | 'delinquent'
  | 'individual_name'
  | 'invoice_prefix'
  | 'preferred_locales'
  | 'shipping'
  | 'tax_exempt';
type OnRequest =
  | 'cash_balance'
  | 'discount'
  | 'invoice_credit_balance'
  | 'sources'
  | 'subscriptions'
  | 'tax'
  | 'tax_ids';

export interface Customer
  extends Held,
    Labelled,
    Omit<Kept<Stripe.Customer, OnRequest | Special>, keyof Labelled> {
  readonly address: Address | null;
  readonly shipping: Shipping | null;
  /** Names that were never collected are not shown. */
  readonly business_name?: string;
  readonly individual_name?: string;
  readonly delinquent: boolean;
  readonly invoice_prefix: string;
  readonly preferred_locales: readonly string[];
  readonly tax_exempt: TaxExemption;
  readonly hidden: {
    readonly deleted: boolean;
    /** Shown as a whole on all invoices. */
    readonly discount: Discount | null;
    /** The balance in other currencies than the customer's. */
    readonly balances: Readonly<Record<string, number>>;
    /** Ids of pending invoice items. */
    readonly pending: readonly string[];
    /** Oldest first. */
    readonly tax_ids: readonly string[];
  };
}

export const PLAIN_CUSTOMER = plain<Customer>()('customer', {
  balance: 0,
  delinquent: false,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  metadata: {},
  next_invoice_sequence: 1,
  preferred_locales: [],
  tax_exempt: 'none',
  hidden: { deleted: false, discount: null, balances: {}, pending: [], tax_ids: [] },
});

/** A customer of whose hidden fields some differ. */
export function hiding(customer: Customer, hidden: Partial<Customer['hidden']>): Loose<Customer> {
  return { ...customer, hidden: { ...customer.hidden, ...hidden } };
}

/** A customer with another default payment method. */
export function payingBy(customer: Customer, default_payment_method: string | null): Loose<Customer> {
  return { ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method } };
}

/** Identifies a test card; its number is never stored. */
export interface Card {
  readonly testCard: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
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
  readonly postal_code: string | null;
  /** Set if given through the API; pages collect only the postal code. */
  readonly address?: Address;
}

export interface PaymentMethod extends Labelled {
  readonly customer: string | null;
  readonly card: Card;
  readonly billing_details: BillingDetails;
  /** Detached, or charged without a customer: it cannot be used again. */
  readonly usedUp?: boolean;
  /** Whether it is a copy of a saved one. */
  readonly isChecked?: boolean;
  /** Absent for cards saved on a page. */
  readonly allow_redisplay?: 'always' | 'limited' | 'unspecified';
  /** Whether it is a bank account that waits for its verification. */
  readonly isUnverified?: boolean;
}

/** Whether it was saved as a source, the predecessor of a payment method. It pays as either. */
export function isCardSource({ id }: PaymentMethod): boolean {
  return id.startsWith('card_');
}

export interface TestClock extends Entity {
  readonly name: string | null;
  readonly frozen_time: number;
  /** Target time while advancing; otherwise null. */
  readonly advancingTo: number | null;
}

const KEPT_FOR_SECONDS = 30 * 86_400;

/** When a test clock is deleted, in account time. */
export function clockDeletion({ created }: TestClock): number {
  return created + KEPT_FOR_SECONDS;
}
