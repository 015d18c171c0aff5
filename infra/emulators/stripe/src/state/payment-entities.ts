import type { Metadata } from './catalogue-entities.ts';
import type { BillingDetails, Card } from './customer-entities.ts';

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
  readonly status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  readonly canceledAt: number | null;
  readonly paymentMethod: string | null;
  readonly latestCharge: string | null;
  readonly lastError: PaymentFailure | null;
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
  /** Why it failed; null for a charge that went through. */
  readonly failure: PaymentFailure | null;
  readonly authenticated: boolean;
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
  readonly metadata: Metadata;
}
