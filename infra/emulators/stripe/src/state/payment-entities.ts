import type { Metadata } from './catalogue-entities.ts';
import type { BillingDetails, Card, Shipping } from './customer-entities.ts';

export interface PaymentFailure {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

export interface PaymentIntent {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly clientSecret: string;
  readonly status:
    | 'canceled'
    | 'processing'
    | 'requires_action'
    | 'requires_confirmation'
    | 'requires_payment_method'
    | 'succeeded';
  /** The invoice that it pays. */
  readonly invoice?: string;
  /** Where the cardholder goes from the page that authenticates. */
  readonly returnUrl?: string;
  readonly canceledAt: number | null;
  readonly paymentMethod: string | null;
  readonly latestCharge: string | null;
  readonly lastError: PaymentFailure | null;
  readonly receiptEmail: string | null;
  /** Where what is paid for is sent; absent where nothing was said. */
  readonly shipping?: Shipping | null | undefined;
  readonly setupFutureUsage: 'off_session' | 'on_session' | null;
  readonly metadata: Metadata;
}

/** The saving of a card for later payments. */
export interface SetupIntent {
  readonly id: string;
  readonly created: number;
  readonly customer: string | null;
  readonly description: string | null;
  readonly clientSecret: string;
  readonly status:
    | 'canceled'
    | 'requires_action'
    | 'requires_confirmation'
    | 'requires_payment_method'
    | 'succeeded';
  readonly paymentMethod: string | null;
  readonly lastError: PaymentFailure | null;
  readonly usage: 'off_session' | 'on_session';
  /** Where the cardholder goes from the page that authenticates. */
  readonly returnUrl?: string;
  readonly cancellationReason?: 'abandoned' | 'duplicate' | 'requested_by_customer';
  readonly metadata: Metadata;
}

export interface Charge {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly paymentIntent: string;
  readonly paymentMethod: string;
  readonly card: Card;
  readonly billingDetails: BillingDetails;
  /** Absent where nothing was said. */
  readonly shipping?: Shipping | null | undefined;
  /** Why it failed; null for a charge that went through. */
  readonly failure: PaymentFailure | null;
  readonly authenticated: boolean;
  readonly disputed: boolean;
  /** Not decided yet: a bank debit. */
  readonly pending: boolean;
  /** Null for one that failed or is not decided yet. */
  readonly balanceTransaction: string | null;
  readonly metadata: Metadata;
}

export interface Refund {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly customer: string | null;
  readonly paymentIntent: string;
  readonly paymentMethod: string;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  readonly balanceTransaction: string | null;
  readonly metadata: Metadata;
}

export interface Dispute {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly paymentIntent: string;
  readonly reason: string;
  /** `warning_…` is an inquiry, for which no money is taken. */
  readonly status: 'lost' | 'needs_response' | 'warning_closed' | 'warning_needs_response' | 'won';
  /** What it took from the account, and what was given back. */
  readonly balanceTransactions: readonly string[];
  readonly metadata: Metadata;
}
