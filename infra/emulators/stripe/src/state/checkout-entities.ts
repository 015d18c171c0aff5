import type { Metadata } from './catalogue-entities.ts';
import type { Business, CollectedDetails, CollectedNames } from './custom-fields.ts';
import type { Address, Shipping } from './customer-entities.ts';
import type { SessionOptions } from './session-options.ts';
import type { ChosenShipping } from './shipping-entities.ts';

export interface LineItem {
  readonly id: string;
  readonly price: string;
  readonly quantity: number;
  /** Override the session's tax rates. */
  readonly taxRates?: readonly string[];
  /** Automatic tax rates for the visitor's location, if known. */
  readonly automaticRates?: readonly string[];
  /** Bounds within which the visitor may change the quantity; absent if it is fixed. */
  readonly adjustable?: { readonly minimum: number; readonly maximum: number };
}

export interface SessionDiscount {
  readonly coupon: string;
  readonly promotionCode: string | null;
}

/** Passed on to the payment (payment mode) or the setup intent (setup mode). */
export interface IntentData {
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly setupFutureUsage: 'off_session' | 'on_session' | null;
  readonly receiptEmail: string | null;
  /** Absent in sessions saved by earlier versions. */
  readonly shipping?: Shipping | null;
}

export const NO_INTENT_DATA: IntentData = {
  description: null,
  metadata: {},
  setupFutureUsage: null,
  receiptEmail: null,
};

export type SessionMode = 'payment' | 'setup' | 'subscription';

export interface PaidDetails {
  readonly email: string | null;
  readonly name: string | null;
  readonly postalCode: string | null;
  /** This and the following are absent if the session does not collect them. */
  readonly phone?: string | null;
  readonly address?: Address;
  readonly business?: Business;
  readonly shipping?: Shipping;
  readonly names?: CollectedNames;
}

export interface Embedding {
  /** Authorizes the merchant's page to show the session. */
  readonly clientSecret: string;
  /** Where the visitor goes after completion; null if they always stay on the page. */
  readonly returnUrl: string | null;
  readonly redirect: 'always' | 'if_required' | 'never';
}

export interface CheckoutSession {
  readonly id: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly lineItems: readonly LineItem[];
  readonly mode: SessionMode;
  /** Null in setup mode without a currency. */
  readonly currency: string | null;
  readonly amountDiscount: number;
  readonly amountTotal: number;
  /** Total tax and its exclusive part; absent in sessions saved by earlier versions. */
  readonly amountTax?: number;
  readonly exclusiveTax?: number;
  readonly discount: SessionDiscount | null;
  /** Ids of the shipping rates on offer and the chosen one; both absent if shipping is free. */
  readonly shippingOptions?: readonly string[];
  readonly shipping?: ChosenShipping;
  readonly intentData: IntentData;
  /** Null for an embedded session. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** Absent for a hosted page. */
  readonly embedding?: Embedding | undefined;
  readonly customer: string | null;
  readonly createsCustomer: boolean;
  readonly setupIntent: string | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  readonly locale: string | null;
  readonly metadata: Metadata;
  readonly subscriptionMetadata: Metadata;
  readonly subscriptionDescription: string | null;
  /** The customer's test clock, which also drives this session. */
  readonly testClock: string | null;
  /** The payment started on the page; not exposed by the API. */
  readonly paymentIntent: string | null;
  readonly awaitingAuthentication: boolean;
  readonly customerDetails: PaidDetails | null;
  /** The location the visitor has entered so far. */
  readonly taxPlace?: Pick<Address, 'country' | 'state'> & { readonly taxIdType: string | null };
  /** The visitor's answers beyond the card; absent until given. */
  readonly collected?: CollectedDetails;
  readonly subscription: string | null;
  readonly invoice: string | null;
  readonly options: SessionOptions;
  readonly paymentStatus: 'no_payment_required' | 'paid' | 'unpaid';
  /** When the bank decides a delayed payment; null unless one is pending. */
  readonly paymentSettlesAt: number | null;
}
