import type { DiscountAmount } from '../../catalogue/discount.ts';
import type { TaxAmount } from '../../catalogue/tax-rate.ts';
import type { Labelled, Metadata } from '../../kinds/store/kind-type.ts';

interface Billed {
  readonly id: string;
  readonly description: string | null;
  /** In the currency's smallest unit; negative for a credit. */
  readonly amount: number;
  readonly quantity: number;
  readonly unit_amount: number;
  /** Null for an ad hoc amount. */
  readonly price: string | null;
  readonly product: string | null;
  readonly subscription: string | null;
  readonly subscription_item: string | null;
  readonly proration: boolean;
  readonly credited_items: CreditedItems | null;
  readonly discountable: boolean;
  /** Its own discounts, applied before those of the invoice. */
  readonly discounts?: readonly string[];
  readonly tax_rates?: readonly string[];
  readonly period_start: number;
  readonly period_end: number;
}

export interface InvoiceItem extends Billed, Labelled {
  readonly customer: string;
  readonly currency: string;
  /** Null while pending. */
  readonly invoice: string | null;
  readonly test_clock: string | null;
  /** The discounts of a proration, and those of the item itself. */
  readonly discount_amounts?: readonly DiscountAmount[];
}

/** The charge that a credit is for: lines of an invoice, or an invoice item that was still pending. */
export type CreditedItems =
  | { readonly invoice: string; readonly lines: readonly string[] }
  | { readonly invoice_item: string };

export interface InvoiceLine extends Billed {
  /** This and `metadata` are null for a subscription period, which shows the subscription's metadata. */
  readonly invoice_item: string | null;
  readonly metadata: Metadata | null;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly tax_amounts?: readonly TaxAmount[];
}
