import type { DiscountAmount } from '../../catalogue/discount-entities.ts';
import type { TaxAmount } from '../../customers/tax-entities.ts';
import type { Labelled, Metadata } from '../../kinds/store/entity.ts';

export interface CreditNoteLine {
  readonly id: string;
  readonly description: string;
  /** Before discounts, in the currency's smallest unit. */
  readonly amount: number;
  /** Null if an amount of the line is credited rather than a quantity. */
  readonly quantity: number | null;
  readonly unit_amount: number | null;
  /** The credited invoice line; null for a custom line. */
  readonly invoiceLine: string | null;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly tax_amounts: readonly TaxAmount[];
  readonly metadata: Metadata;
}

export interface CreditedRefund {
  readonly refund: string;
  readonly amount: number;
}

export interface CreditNote extends Labelled {
  readonly number: string;
  readonly invoice: string;
  readonly customer: string;
  readonly currency: string;
  readonly lines: readonly CreditNoteLine[];
  /** Deducted from the amount still due. */
  readonly prePayment: number;
  /** Returned to the customer: refunded, credited to the balance or paid outside Stripe. */
  readonly postPayment: number;
  readonly outOfBand: number;
  readonly refunds: readonly CreditedRefund[];
  readonly balanceChange: string | null;
  readonly reason: 'duplicate' | 'fraudulent' | 'order_change' | 'product_unsatisfactory' | null;
  readonly memo: string | null;
  readonly effective_at: number;
  /** Null unless voided. */
  readonly voided_at: number | null;
}
