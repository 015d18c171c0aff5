import type Stripe from 'stripe';
import type { Card } from '../customers/methods/card.ts';
import type { BillingDetails } from '../customers/methods/payment-method.ts';
import type { PaymentFailure } from '../customers/methods/test-card.ts';
import type { Shipping } from '../kinds/params/address.ts';
import type { Entity, Kept, Labelled } from '../kinds/store/kind-type.ts';
import type { Mandate } from './debits/mandate.ts';
import type { MethodOptions } from './method-options.ts';
import type { PaymentSplit } from './splits/payment-splits.ts';

/** A confirmation of a setup. */
export interface SetupAttempt extends Entity {
  readonly status: 'failed' | 'requires_action' | 'succeeded';
  readonly payment_method: string | null;
  readonly lastError: PaymentFailure | null;
}

type Shown = Kept<Stripe.PaymentIntent>;

export type CancellationReason = NonNullable<Shown['cancellation_reason']>;

export interface AutomaticMethods {
  readonly allow_redirects: 'always' | 'never';
  /** Whether the request asked for all methods of the dashboard, not only for what the account takes. */
  readonly requested?: true;
}

/** What payments and setups have in common. */
interface Intent extends Labelled {
  readonly customer: string | null;
  readonly description: string | null;
  readonly client_secret: string;
  /** Set if it takes the payment methods that the account has enabled. */
  readonly automaticMethods?: AutomaticMethods;
  /** The types of payment methods that the request names. */
  readonly methodTypes?: readonly string[];
  /** Absent if never given. */
  readonly payment_method_options?: MethodOptions | undefined;
  readonly mandate?: string | undefined;
  readonly payment_method: string | null;
  readonly lastError: PaymentFailure | null;
  /** Where the cardholder returns after authentication. */
  readonly return_url?: string;
  /** Whether Stripe's script asks the cardholder, even if there is a return URL. */
  readonly usesScript?: boolean;
}

export interface PaymentIntent
  extends Intent,
    PaymentSplit,
    Pick<Kept<Stripe.PaymentIntent>, 'amount' | 'currency' | 'status' | 'capture_method'>,
    Pick<Kept<Stripe.PaymentIntent>, 'confirmation_method' | 'canceled_at' | 'cancellation_reason'>,
    Pick<Kept<Stripe.PaymentIntent>, 'latest_charge' | 'receipt_email' | 'setup_future_usage'>,
    Pick<Kept<Stripe.PaymentIntent>, 'statement_descriptor_suffix'> {
  /** The payment method with which the cardholder is authenticated, until the next confirmation. */
  readonly authenticatedMethod?: string | undefined;
  /** Id of the invoice it pays. */
  readonly invoice?: string;
  /** The checkout session that it pays, and what its amount includes if it is a purchase; absent without one. */
  readonly checkout?: {
    readonly session: string;
    readonly included?: { readonly shipping: number; readonly tax: number };
  };
  /** Absent if not given. */
  readonly shipping?: Shipping | null | undefined;
  /** The descriptor of the invoice it pays. */
  readonly statement_descriptor: string | null;
}

/** Saves a card for later payments. */
export interface SetupIntent extends Intent {
  /** The subscription that waits for it. */
  readonly subscription?: string | undefined;
  readonly status: Kept<Stripe.SetupIntent>['status'];
  /** Absent if never given. */
  readonly on_behalf_of?: string | undefined;
  /** The one payment that the mandate is to allow; absent if it allows any. */
  readonly single_use?: Mandate['payment'];
  readonly usage: 'off_session' | 'on_session';
  readonly cancellation_reason?: Kept<Stripe.SetupIntent>['cancellation_reason'];
  /** Oldest first; absent before the first one. */
  readonly attempts?: readonly SetupAttempt[];
}

export interface Charge
  extends Labelled,
    PaymentSplit,
    Pick<Kept<Stripe.Charge>, 'amount' | 'amount_refunded' | 'currency' | 'customer' | 'description'>,
    Pick<Kept<Stripe.Charge>, 'disputed'> {
  /** Null if the card was charged without one. */
  readonly payment_intent: string | null;
  readonly payment_method: string;
  readonly card: Card;
  readonly billing_details: BillingDetails;
  readonly receipt_email?: string | null;
  /** Absent if not given. */
  readonly shipping?: Shipping | null | undefined;
  readonly statement_descriptor?: string | null;
  readonly statement_descriptor_suffix?: string | null;
  /** What the account thinks of it; absent if it has not said. */
  readonly fraud_details?: { readonly user_report?: 'fraudulent' | 'safe' };
  /** Null for a successful charge. */
  readonly failure: PaymentFailure | null;
  readonly authenticated: boolean;
  /** Whether the payment asked for authentication, which this card did not need. */
  readonly triedToAuthenticate?: true;
  /** A bank debit that is not decided yet. */
  readonly pending: boolean;
  /** The mandate of a bank debit; absent without one. */
  readonly mandate?: string | undefined;
  /** When an authorization lapses; absent unless the charge waits for its capture, or waited for it. */
  readonly capture_before?: number;
  /** How often the bank was asked to hold more; absent if it cannot be asked. */
  readonly increments?: number;
  /** Absent if the whole amount is captured with the charge; null until it is captured. */
  readonly amount_captured?: number | null;
  /** When the balance transaction of an asynchronous capture is entered, or a debit decided; absent afterwards. */
  readonly settlesAt?: number | undefined;
  /** Absent if it is not shared, as is the following, until it is captured. */
  readonly transfer?: string;
  readonly application_fee?: string;
  /** The transfer that paid it instead of a card. */
  readonly source_transfer?: string;
  /** Null for a failed, pending or uncaptured charge. */
  readonly balance_transaction: string | null;
}
