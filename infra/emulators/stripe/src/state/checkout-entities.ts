import type { Metadata } from './catalogue-entities.ts';
import type { Business, CollectedDetails, CollectedNames } from './custom-fields.ts';
import type { Address, Shipping } from './customer-entities.ts';
import type { SessionOptions } from './session-options.ts';
import type { ChosenShipping } from './shipping-entities.ts';

export interface LineItem {
  readonly id: string;
  readonly price: string;
  readonly quantity: number;
  /** Its own tax rates; those of the session count where there are none. */
  readonly taxRates?: readonly string[];
  /** Those of automatic tax, as far as it is known where the visitor is. */
  readonly automaticRates?: readonly string[];
  /** Between what the visitor may change the quantity; absent where it stays. */
  readonly adjustable?: { readonly minimum: number; readonly maximum: number };
}

/** What a session takes off: a coupon, by its code where it has one. */
export interface SessionDiscount {
  readonly coupon: string;
  readonly promotionCode: string | null;
}

/** What a session in payment mode gives its payment, or one in setup mode what it saves a card with. */
export interface IntentData {
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly setupFutureUsage: 'off_session' | 'on_session' | null;
  readonly receiptEmail: string | null;
  /** Absent in sessions that an earlier version kept. */
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
  /** These are absent where the session does not ask for them. */
  readonly phone?: string | null;
  readonly address?: Address;
  readonly business?: Business;
  readonly shipping?: Shipping;
  readonly names?: CollectedNames;
}

/** How a session that is shown in a frame of the shop's own page ends. */
export interface Embedding {
  /** What the shop's page shows it by; without it nobody sees the session. */
  readonly clientSecret: string;
  /** Where the shop's page goes once the session is complete; null where it always stays. */
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
  /** Null in setup mode without one. */
  readonly currency: string | null;
  readonly amountDiscount: number;
  readonly amountTotal: number;
  /** All tax, and what of it comes on top; absent in sessions that an earlier version kept. */
  readonly amountTax?: number;
  readonly exclusiveTax?: number;
  readonly discount: SessionDiscount | null;
  /** Ids of the rates that a visitor may choose from, and the chosen one; both absent where nothing is charged for it. */
  readonly shippingOptions?: readonly string[];
  readonly shipping?: ChosenShipping;
  readonly intentData: IntentData;
  /** Null for a session in a frame. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** Absent where the session is a page of its own. */
  readonly embedding?: Embedding | undefined;
  readonly customer: string | null;
  /** True where a payment makes the customer. */
  readonly createsCustomer: boolean;
  readonly setupIntent: string | null;
  readonly customerEmail: string | null;
  readonly clientReferenceId: string | null;
  readonly locale: string | null;
  readonly metadata: Metadata;
  readonly subscriptionMetadata: Metadata;
  readonly subscriptionDescription: string | null;
  /** The customer's test clock, whose time this session lives in. */
  readonly testClock: string | null;
  /** The payment that was begun on the page; not part of the public object. */
  readonly paymentIntent: string | null;
  /** What the cardholder filled in; null until a payment completes or waits for authentication. */
  readonly awaitingAuthentication: boolean;
  readonly customerDetails: PaidDetails | null;
  /** Where the visitor says to be while the page is still filled in. */
  readonly taxPlace?: Pick<Address, 'country' | 'state'> & { readonly taxIdType: string | null };
  /** What the visitor answered beyond the card; absent until they have. */
  readonly collected?: CollectedDetails;
  readonly subscription: string | null;
  readonly invoice: string | null;
  readonly options: SessionOptions;
  readonly paymentStatus: 'no_payment_required' | 'paid' | 'unpaid';
  /** When the bank decides about a delayed payment; null unless one is under way. */
  readonly paymentSettlesAt: number | null;
}
