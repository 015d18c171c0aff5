import type Stripe from 'stripe';
import type { Customer, InvoiceRendering, NamedValue, TaxExemption } from '../customers/customer.ts';
import type { GivenTaxId } from '../customers/tax-id.ts';
import type { AnchorDate } from '../kinds/clock/calendar.ts';
import type { Kept, Labelled, Metadata } from '../kinds/store/kind-type.ts';
import type { MethodOptions } from '../payments/method-options.ts';
import type { InvoiceSplit } from '../payments/splits/payment-splits.ts';
import type { InvoiceLine } from './invoices/invoice-item.ts';
import type { FlexibleMode } from './subscriptions/billing-mode.ts';

export interface SubscriptionItem extends Labelled {
  readonly price: string;
  readonly quantity: number;
  readonly current_period_start: number;
  readonly current_period_end: number;
  readonly tax_rates?: readonly string[];
  /** Its own discounts, applied before those of the subscription. */
  readonly discounts?: readonly string[];
  /** The usage since the last invoice that is billed at once. */
  readonly billing_thresholds?: { readonly usage_gte: number } | null;
  /** What threshold invoices have billed of its usage; without effect once another period has begun. */
  readonly billedUsage?: BilledUsage;
}

export interface BilledUsage {
  readonly period_start: number;
  readonly quantity: number;
  /** After discounts; null if the usage belongs to the period before, which ended in the same second. */
  readonly amount: number | null;
}

export type CancellationDetails = Omit<Kept<Stripe.Subscription.CancellationDetails>, 'feedback_option'>;
export type CancellationFeedback = NonNullable<CancellationDetails['feedback']>;

export interface FirstAnchor {
  readonly at: number;
  readonly date: AnchorDate | null;
  /** Whether the time before the first full period costs anything. */
  readonly prorates: boolean;
}

export interface Subscription
  extends Labelled,
    PaymentSettings,
    Pick<Kept<Stripe.Subscription>, 'customer' | 'currency' | 'start_date' | 'billing_cycle_anchor'>,
    Pick<Kept<Stripe.Subscription>, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'ended_at'>,
    Pick<Kept<Stripe.Subscription>, 'default_payment_method' | 'description' | 'latest_invoice'>,
    Pick<Kept<Stripe.Subscription>, 'pause_collection' | 'trial_start' | 'trial_end' | 'test_clock'> {
  readonly checkout_session: string | null;
  readonly status: Exclude<Kept<Stripe.Subscription>['status'], 'unpaid'>;
  readonly items: readonly SubscriptionItem[];
  /** The anchor that the request set, and how; without effect once the anchor is another one. */
  readonly firstAnchor?: FirstAnchor;
  readonly cancellation_details: CancellationDetails;
  /** None if it needs no payment method, or has one. */
  readonly pending_setup_intent?: string | null;
  /** Every discount ever redeemed, in order. */
  readonly discounts: readonly string[];
  readonly withoutMethod: 'cancel' | 'create_invoice' | 'pause';
  readonly trialEndAnnounced: boolean;
  readonly savesMethod?: boolean;
  /** Decided by the customer's location. */
  readonly automaticTax?: boolean;
  readonly default_tax_rates?: readonly string[];
  readonly schedule?: string | null;
  readonly flexible?: FlexibleMode;
  /** Set if invoices are sent rather than charged automatically. */
  readonly days_until_due?: number | null;
  /** The period end whose renewal was announced. */
  readonly upcomingAnnounced?: number;
  readonly pending_update?: PendingUpdate | null;
  /** Absent if its payments are not shared with a connected account. */
  readonly split?: InvoiceSplit;
  readonly billing_thresholds?: Stripe.Subscription.BillingThresholds | null;
}

/** A change that applies once its invoice is paid. */
export interface PendingUpdate {
  readonly invoice: string;
  /** When the change is discarded and the invoice voided. */
  readonly expires_at: number;
  readonly change: Partial<Omit<Subscription, 'metadata' | 'pending_update'>>;
  readonly metadata: Metadata | null;
}

/** The customer as an invoice shows it. */
export interface Addressee
  extends Pick<
    Kept<Stripe.Invoice>,
    'customer_address' | 'customer_email' | 'customer_name' | 'customer_phone'
  > {
  readonly customer_shipping: Customer['shipping'];
  readonly customer_tax_exempt: TaxExemption;
  readonly customer_tax_ids: readonly GivenTaxId[];
}

/** How what a subscription bills is paid; its invoices keep what they were made with. */
export interface PaymentSettings {
  /** Null or absent for all that the account takes. */
  readonly methodTypes?: readonly string[] | null;
  readonly methodOptions?: MethodOptions;
}

export interface Invoice
  extends Labelled,
    PaymentSettings,
    Pick<Kept<Stripe.Invoice>, 'currency' | 'total' | 'ending_balance' | 'pre_payment_credit_notes_amount'>,
    Pick<Kept<Stripe.Invoice>, 'post_payment_credit_notes_amount' | 'attempt_count' | 'next_payment_attempt'>,
    Pick<Kept<Stripe.Invoice>, 'auto_advance' | 'test_clock'>,
    Partial<Pick<Kept<Stripe.Invoice>, 'automatically_finalizes_at' | 'due_date' | 'description' | 'footer'>>,
    Partial<Pick<Kept<Stripe.Invoice>, 'statement_descriptor' | 'default_payment_method'>> {
  /** Null for a draft that the client gave none. */
  readonly number: string | null;
  readonly customer: string;
  /** Set at finalization; absent in drafts. */
  readonly addressee?: Addressee;
  /** The thresholds that it was made for. */
  readonly threshold_reason?: Stripe.Invoice.ThresholdReason | undefined;
  /** The start of the period that the subscription was in; absent in its first invoice and in those it did not make. */
  readonly period_start?: number;
  readonly subscription: string | null;
  readonly status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  readonly billing_reason: NonNullable<Kept<Stripe.Invoice>['billing_reason']>;
  /** Before and after finalization; both null for a draft. */
  readonly starting_balance: number | null;
  /** After the balance and credit notes are applied; the total for a draft. */
  readonly amount_due: number;
  readonly lines: readonly InvoiceLine[];
  /** Null for a draft, and if nothing is due. */
  readonly payment_intent: string | null;
  /** Those of its creation; absent if no endpoint listened. */
  readonly deliveries?: readonly string[];
  /** The invoice that it replaces once it is finalized, and the invoice items copied from it. */
  readonly from_invoice?: { readonly invoice: string; readonly copies: readonly string[] };
  /** The latest finalized invoice that replaces it. */
  readonly latest_revision?: string;
  /** The client's date of issue; otherwise it is that of finalization. */
  readonly effective_at?: number | null;
  /** Only shown back to the client. */
  readonly custom_fields?: readonly NamedValue[] | null;
  readonly rendering?: InvoiceRendering;
  /** Its own discounts; absent if it has those of its subscription or customer. */
  readonly discounts?: readonly string[];
  readonly split?: InvoiceSplit;
  readonly automaticTax?: boolean;
  readonly default_tax_rates?: readonly string[];
  readonly paid_out_of_band?: boolean;
  readonly status_transitions: Stripe.Invoice.StatusTransitions;
  readonly subscriptionMetadata: Metadata;
  /** The accepted quote that it was made from without a subscription. */
  readonly quote?: string;
}

export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

const ANNOUNCED_BEFORE_SECONDS = 3 * 86_400;

/** When the "trial ending soon" event is due, in Unix seconds; null without a trial or once sent. */
export function trialEndAnnouncement(subscription: Subscription): number | null {
  const { status, trial_end, trialEndAnnounced } = subscription;
  if (status !== 'trialing' || trial_end === null || trialEndAnnounced) return null;
  return trial_end - ANNOUNCED_BEFORE_SECONDS;
}

/** When the next renewal is announced, in Unix seconds; null if never. Very short periods are not announced. */
export function upcomingAnnouncement(subscription: Subscription, days: number | null): number | null {
  const { cancel_at, days_until_due, items, pause_collection, status, upcomingAnnounced } = subscription;
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end));
  const isBilled = status === 'active' || status === 'trialing' || status === 'past_due';
  const isCharged = isBilled && pause_collection === null && days_until_due == null;
  if (days === null || !isCharged || upcomingAnnounced === end || (cancel_at !== null && cancel_at <= end)) {
    return null;
  }
  const at = end - days * 86_400;
  return items.every(({ current_period_start }) => current_period_start < at) ? at : null;
}

const HOURS_TO_PAY = 23;

/** Deadline for paying an incomplete subscription's first invoice, in Unix seconds. */
export function incompleteUntil({ created }: Pick<Subscription, 'created'>): number {
  return created + HOURS_TO_PAY * 3600;
}
