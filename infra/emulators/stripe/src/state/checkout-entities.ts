import type { Metadata } from './catalogue-entities.ts';

export interface LineItem {
  readonly id: string;
  readonly price: string;
  readonly quantity: number;
}

export interface PaidDetails {
  readonly email: string | null;
  readonly name: string | null;
  readonly postalCode: string | null;
}

export interface CheckoutSession {
  readonly id: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly lineItems: readonly LineItem[];
  readonly currency: string;
  readonly amountTotal: number;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly customer: string | null;
  /** True where a payment makes the customer. */
  readonly createsCustomer: boolean;
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
  readonly subscription: string | null;
  readonly invoice: string | null;
}
