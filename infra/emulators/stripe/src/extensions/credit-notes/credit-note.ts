import type Stripe from 'stripe';
import { exclusiveTax, inclusiveTax, summedTaxes } from '../../billing/tax/tax.ts';
import { summedDiscounts } from '../../catalogue/active-discounts.ts';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import { type TaxAmount, taxAmountWire, taxRatesWire } from '../../catalogue/tax-rate.ts';
import { putting } from '../../kinds/announce.ts';
import type { Context } from '../../kinds/context.ts';
import { decimal } from '../../kinds/decimal-string.ts';
import { firstPage } from '../../kinds/embedded-list.ts';
import { finder } from '../../kinds/lookup.ts';
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

export function creditNoteWire(context: Context, note: CreditNote): Stripe.CreditNote {
  const { settings } = context;
  const { id, lines, prePayment, postPayment } = note;
  const total = prePayment + postPayment;
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const taxes = lines.flatMap((line) => line.tax_amounts);
  const discounts = lines.flatMap((line) => line.discount_amounts);
  return {
    id,
    object: 'credit_note',
    amount: total,
    amount_shipping: 0,
    created: note.created,
    currency: note.currency,
    customer: note.customer,
    customer_account: null,
    customer_balance_transaction: note.balanceChange,
    discount_amount: discounts.reduce((sum, { amount }) => sum + amount, 0),
    discount_amounts: summedDiscounts(discounts),
    effective_at: note.effective_at,
    invoice: note.invoice,
    lines: firstPage(
      lines.map((line) => creditNoteLineWire(context, line)),
      `/v1/credit_notes/${id}/lines`,
    ),
    livemode: false,
    memo: note.memo,
    metadata: note.metadata,
    number: note.number,
    out_of_band_amount: note.outOfBand === 0 ? null : note.outOfBand,
    pdf: `${settings.publicUrl}${settings.pagesPath}/cn/${id}/pdf`,
    post_payment_amount: postPayment,
    pre_payment_amount: prePayment,
    pretax_credit_amounts: [],
    reason: note.reason,
    refunds: note.refunds.map(({ refund, amount }) => ({
      amount_refunded: amount,
      payment_record_refund: null,
      refund,
      type: 'refund',
    })),
    shipping_cost: null,
    status: note.voided_at === null ? 'issued' : 'void',
    subtotal,
    subtotal_excluding_tax: subtotal - inclusiveTax(taxes),
    total,
    total_excluding_tax: total - inclusiveTax(taxes) - exclusiveTax(taxes),
    total_taxes: summedTaxes(taxes).map(taxAmountWire),
    type: creditNoteType(note),
    voided_at: note.voided_at,
  };
}

function creditNoteType({ prePayment, postPayment }: CreditNote): Stripe.CreditNote.Type {
  if (postPayment === 0) return 'pre_payment';
  return prePayment === 0 ? 'post_payment' : 'mixed';
}

export function creditNoteLineWire(context: Context, line: CreditNoteLine): Stripe.CreditNoteLineItem {
  const { discount_amounts, invoiceLine, unit_amount } = line;
  return {
    id: line.id,
    object: 'credit_note_line_item',
    amount: line.amount,
    description: line.description,
    discount_amount: discount_amounts.reduce((sum, { amount }) => sum + amount, 0),
    discount_amounts: discount_amounts.map(({ discount, amount }) => ({ amount, discount })),
    ...(invoiceLine === null ? {} : { invoice_line_item: invoiceLine }),
    livemode: false,
    metadata: line.metadata,
    pretax_credit_amounts: [],
    quantity: line.quantity,
    tax_rates: taxRatesWire(
      context,
      line.tax_amounts.map(({ rate }) => rate),
    ),
    taxes: line.tax_amounts.map(taxAmountWire),
    type: invoiceLine === null ? 'custom_line_item' : 'invoice_line_item',
    unit_amount,
    unit_amount_decimal: unit_amount === null ? null : decimal(unit_amount),
  };
}

export const requireCreditNote = finder('credit note', 'creditNotes');

export const putCreditNote = putting(({ creditNotes }) => creditNotes, creditNoteWire);
