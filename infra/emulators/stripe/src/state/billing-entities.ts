import type { Metadata } from './catalogue-entities.ts';
import type { Customer, Shipping } from './customer-entities.ts';
import type { DiscountAmount } from './discount-entities.ts';
import type { GivenTaxId, TaxAmount } from './tax-entities.ts';

export interface SubscriptionItem {
  readonly id: string;
  readonly created: number;
  readonly price: string;
  readonly quantity: number;
  readonly currentPeriodStart: number;
  readonly currentPeriodEnd: number;
  readonly metadata: Metadata;
  /** Its own tax rates; those of the subscription count where there are none. */
  readonly taxRates?: readonly string[];
}

export type CancellationFeedback =
  | 'customer_service'
  | 'low_quality'
  | 'missing_features'
  | 'other'
  | 'switched_service'
  | 'too_complex'
  | 'too_expensive'
  | 'unused';

export interface CancellationDetails {
  readonly comment: string | null;
  readonly feedback: CancellationFeedback | null;
  readonly reason: 'cancellation_requested' | 'payment_failed' | null;
}

/** What becomes of the invoices of a subscription whose collection is paused. */
export type PauseBehavior = 'keep_as_draft' | 'mark_uncollectible' | 'void';

export interface PauseCollection {
  readonly behavior: PauseBehavior;
  readonly resumesAt: number | null;
}

export interface Subscription {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly checkoutSession: string | null;
  readonly status:
    | 'active'
    | 'canceled'
    | 'incomplete'
    | 'incomplete_expired'
    | 'past_due'
    | 'paused'
    | 'trialing';
  readonly currency: string;
  readonly items: readonly SubscriptionItem[];
  readonly billingCycleAnchor: number;
  readonly cancelAt: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  readonly endedAt: number | null;
  readonly cancellationDetails: CancellationDetails;
  readonly defaultPaymentMethod: string | null;
  readonly description: string | null;
  readonly latestInvoice: string | null;
  /** All that were ever redeemed for it, in their order. */
  readonly discounts: readonly string[];
  readonly pauseCollection: PauseCollection | null;
  readonly trialStart: number | null;
  readonly trialEnd: number | null;
  readonly withoutMethod: 'cancel' | 'create_invoice' | 'pause';
  /** Whether the event that a trial ends soon has been sent. */
  readonly trialEndAnnounced: boolean;
  readonly testClock: string | null;
  readonly metadata: Metadata;
  /** True where the card of a payment becomes that of the subscription. */
  readonly savesMethod?: boolean;
  /** Whether its invoices are taxed by where the customer is; absent in those that an earlier version kept. */
  readonly automaticTax?: boolean;
  /** Tax rates of the items that have none of their own. */
  readonly defaultTaxRates?: readonly string[];
  /** The schedule that manages it. */
  readonly schedule?: string | null;
}

/** The lines of an earlier invoice that a credit is for. */
export interface CreditedItems {
  readonly invoice: string;
  readonly lines: readonly string[];
}

interface Billed {
  readonly id: string;
  readonly description: string;
  /** In the smallest unit of the currency; negative for a credit. */
  readonly amount: number;
  readonly quantity: number;
  readonly unitAmount: number;
  /** Null for an amount of its own. */
  readonly price: string | null;
  readonly product: string | null;
  readonly subscription: string | null;
  readonly subscriptionItem: string | null;
  readonly proration: boolean;
  readonly creditedItems: CreditedItems | null;
  readonly discountable: boolean;
  /** Its own tax rates; those of the invoice count where there are none. */
  readonly taxRates?: readonly string[];
  readonly periodStart: number;
  readonly periodEnd: number;
}

export interface InvoiceLine extends Billed {
  /** The invoice item that it came from; null for the period of a subscription. */
  readonly invoiceItem: string | null;
  /** That of the invoice item; null for the period of a subscription, which shows the subscription's. */
  readonly metadata: Metadata | null;
  readonly discountAmounts: readonly DiscountAmount[];
  readonly taxAmounts?: readonly TaxAmount[];
}

/** What waits to be billed, or has been. */
export interface InvoiceItem extends Billed {
  readonly created: number;
  readonly customer: string;
  readonly currency: string;
  /** Null while it waits for an invoice. */
  readonly invoice: string | null;
  readonly testClock: string | null;
  readonly metadata: Metadata;
}

export type BalanceChangeType =
  | 'adjustment'
  | 'applied_to_invoice'
  | 'credit_note'
  | 'initial'
  | 'invoice_too_small'
  | 'unapplied_from_invoice';

/** A change of a customer's balance, of which negative amounts are the customer's credit. */
export interface BalanceChange {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly amount: number;
  readonly endingBalance: number;
  readonly currency: string;
  readonly type: BalanceChangeType;
  readonly invoice: string | null;
  readonly creditNote: string | null;
  readonly description: string | null;
  readonly metadata: Metadata;
}

/** Whom an invoice is made out to. */
export interface Addressee extends Pick<Customer, 'address' | 'email' | 'name' | 'phone'> {
  readonly shipping: Shipping | null;
  readonly taxIds: readonly GivenTaxId[];
}

export interface Invoice {
  readonly id: string;
  /** Null while it is a draft. */
  readonly number: string | null;
  readonly created: number;
  readonly customer: string;
  /** As the customer was when it was finalized; absent in a draft, and in invoices that an earlier version kept. */
  readonly addressee?: Addressee;
  readonly subscription: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  readonly billingReason:
    | 'manual'
    | 'subscription_create'
    | 'subscription_cycle'
    | 'subscription_update'
    | 'upcoming';
  readonly currency: string;
  readonly total: number;
  /** The customer's balance before and after it was finalized; both null while it is a draft. */
  readonly startingBalance: number | null;
  readonly endingBalance: number | null;
  /** What is to be paid once the balance and credit notes have been applied; the total while it is a draft. */
  readonly amountDue: number;
  /** What credit notes have taken off what was to be paid. */
  readonly prePaymentCredited: number;
  /** What credit notes have given back of what was paid. */
  readonly postPaymentCredited: number;
  readonly lines: readonly InvoiceLine[];
  readonly attemptCount: number;
  readonly nextPaymentAttempt: number | null;
  /** Null while it is a draft, and where there is nothing to pay. */
  readonly paymentIntent: string | null;
  readonly autoAdvance: boolean;
  /** When a draft is finalized and charged by itself. */
  readonly finalizesAt?: number | null;
  /** Until when it is to be paid, where it is sent and not charged. */
  readonly dueDate?: number | null;
  readonly description?: string | null;
  readonly footer?: string | null;
  readonly defaultPaymentMethod?: string | null;
  /** Whether lines without rates of their own are taxed by where the customer is. */
  readonly automaticTax?: boolean;
  /** Tax rates of the lines that have none of their own. */
  readonly defaultTaxRates?: readonly string[];
  readonly paidOutOfBand?: boolean;
  readonly finalizedAt: number | null;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
  readonly markedUncollectibleAt: number | null;
  readonly testClock: string | null;
  readonly metadata: Metadata;
  readonly subscriptionMetadata: Metadata;
}
