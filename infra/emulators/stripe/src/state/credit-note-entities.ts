import type { Metadata } from './catalogue-entities.ts';
import type { DiscountAmount } from './discount-entities.ts';
import type { TaxAmount } from './tax-entities.ts';

export interface CreditNoteLine {
  readonly id: string;
  readonly description: string;
  /** Before discounts, in the smallest unit of the currency. */
  readonly amount: number;
  /** Null where an amount of a line is credited, not a quantity. */
  readonly quantity: number | null;
  readonly unitAmount: number | null;
  /** The line of the invoice that it credits; null for a line of its own. */
  readonly invoiceLine: string | null;
  readonly discountAmounts: readonly DiscountAmount[];
  readonly taxAmounts: readonly TaxAmount[];
  readonly metadata: Metadata;
}

/** The part of a refund that a credit note accounts for. */
export interface CreditedRefund {
  readonly refund: string;
  readonly amount: number;
}

export interface CreditNote {
  readonly id: string;
  readonly created: number;
  readonly number: string;
  readonly invoice: string;
  readonly customer: string;
  readonly currency: string;
  readonly lines: readonly CreditNoteLine[];
  /** What it takes off what is still to be paid. */
  readonly prePayment: number;
  /** What goes back to the customer: refunded, put on the balance or given outside of Stripe. */
  readonly postPayment: number;
  readonly outOfBand: number;
  readonly refunds: readonly CreditedRefund[];
  /** The change of the customer's balance. */
  readonly balanceChange: string | null;
  readonly reason: 'duplicate' | 'fraudulent' | 'order_change' | 'product_unsatisfactory' | null;
  readonly memo: string | null;
  readonly effectiveAt: number;
  /** Null while it stands. */
  readonly voidedAt: number | null;
  readonly metadata: Metadata;
}
