import type { Metadata } from './catalogue-entities.ts';

export interface SubscriptionItem {
  readonly id: string;
  readonly created: number;
  readonly price: string;
  readonly quantity: number;
  readonly currentPeriodStart: number;
  readonly currentPeriodEnd: number;
  readonly metadata: Metadata;
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

export interface Subscription {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly checkoutSession: string | null;
  readonly status: 'active' | 'past_due' | 'canceled';
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
  readonly testClock: string | null;
  readonly metadata: Metadata;
}

export interface InvoiceLine {
  readonly id: string;
  readonly price: string;
  readonly product: string;
  readonly unitAmount: number;
  readonly description: string;
  readonly amount: number;
  readonly quantity: number;
  readonly subscriptionItem: string;
  readonly periodStart: number;
  readonly periodEnd: number;
}

export interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly created: number;
  readonly customer: string;
  readonly subscription: string;
  readonly status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly billingReason: 'subscription_create' | 'subscription_cycle';
  readonly currency: string;
  readonly total: number;
  readonly lines: readonly InvoiceLine[];
  readonly attemptCount: number;
  readonly nextPaymentAttempt: number | null;
  readonly paymentIntent: string;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
  readonly markedUncollectibleAt: number | null;
  readonly testClock: string | null;
  readonly metadata: Metadata;
  readonly subscriptionMetadata: Metadata;
}
