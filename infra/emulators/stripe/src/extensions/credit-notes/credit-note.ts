import type Stripe from 'stripe';
import { exclusiveTax, inclusiveTax, summedTaxes } from '../../billing/tax/tax.ts';
import { summedDiscounts } from '../../catalogue/coupon-discounts.ts';
import { type TaxAmount, taxAmountWire, taxRatesWire } from '../../catalogue/tax-rate.ts';
import type { Context } from '../../kinds/context.ts';
import { finder, putting } from '../../kinds/objects.ts';
import { firstPage } from '../../kinds/read-page.ts';
import {
  decimal,
  type Kept,
  type Labelled,
  type Metadata,
  shown,
  unset,
} from '../../kinds/store/kind-type.ts';

type Lines = Pick<
  Kept<Stripe.CreditNoteLineItem>,
  'amount' | 'discount_amounts' | 'id' | 'quantity' | 'unit_amount'
>;

/** Its quantity is null if an amount of the invoice line is credited. */
export interface CreditNoteLine extends Lines {
  readonly description: string;
  /** The credited invoice line; absent from a custom one. */
  readonly invoice_line_item?: string;
  readonly tax_amounts: readonly TaxAmount[];
  readonly metadata: Metadata;
}

export interface CreditedRefund {
  readonly refund: string;
  readonly amount: number;
}

type Fields =
  | 'currency'
  | 'customer_balance_transaction'
  | 'effective_at'
  | 'memo'
  | 'number'
  | 'out_of_band_amount'
  | 'post_payment_amount'
  | 'pre_payment_amount'
  | 'reason'
  | 'voided_at';

export interface CreditNote extends Labelled, Pick<Kept<Stripe.CreditNote>, Fields> {
  readonly invoice: string;
  readonly customer: string;
  readonly lines: readonly CreditNoteLine[];
  readonly refunds: readonly CreditedRefund[];
}

const show = shown<Stripe.CreditNote>('credit_note', {
  ...unset<Stripe.CreditNote>('credit_note'),
  amount_shipping: 0,
  pretax_credit_amounts: [],
});

export function creditNoteWire(context: Context, note: CreditNote): Stripe.CreditNote {
  const { settings } = context;
  const { id, lines, post_payment_amount, pre_payment_amount } = note;
  const total = pre_payment_amount + post_payment_amount;
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const taxes = lines.flatMap((line) => line.tax_amounts);
  const discounts = lines.flatMap((line) => line.discount_amounts);
  return show(note, {
    amount: total,
    discount_amount: discounts.reduce((sum, { amount }) => sum + amount, 0),
    discount_amounts: summedDiscounts(discounts),
    lines: firstPage(
      lines.map((line) => creditNoteLineWire(context, line)),
      `/v1/credit_notes/${id}/lines`,
    ),
    pdf: `${settings.publicUrl}${settings.pagesPath}/cn/${id}/pdf`,
    refunds: note.refunds.map(({ refund, amount }) => ({
      amount_refunded: amount,
      payment_record_refund: null,
      refund,
      type: 'refund',
    })),
    status: note.voided_at === null ? 'issued' : 'void',
    subtotal,
    subtotal_excluding_tax: subtotal - inclusiveTax(taxes),
    total,
    total_excluding_tax: total - inclusiveTax(taxes) - exclusiveTax(taxes),
    total_taxes: summedTaxes(taxes).map(taxAmountWire),
    type: creditNoteType(note),
  });
}

function creditNoteType({ pre_payment_amount, post_payment_amount }: CreditNote): Stripe.CreditNote.Type {
  if (post_payment_amount === 0) return 'pre_payment';
  return pre_payment_amount === 0 ? 'post_payment' : 'mixed';
}

const showLine = shown<Stripe.CreditNoteLineItem>('credit_note_line_item', { pretax_credit_amounts: [] });

export function creditNoteLineWire(
  context: Context,
  { tax_amounts, ...line }: CreditNoteLine,
): Stripe.CreditNoteLineItem {
  const { discount_amounts, invoice_line_item, unit_amount } = line;
  const rates = tax_amounts.map(({ rate }) => rate);
  return showLine(line, {
    discount_amount: discount_amounts.reduce((sum, { amount }) => sum + amount, 0),
    tax_rates: taxRatesWire(context, rates),
    taxes: tax_amounts.map(taxAmountWire),
    type: invoice_line_item === undefined ? 'custom_line_item' : 'invoice_line_item',
    unit_amount_decimal: unit_amount === null ? null : decimal(unit_amount),
  });
}

export const requireCreditNote = finder('credit note', 'creditNotes');

export const putCreditNote = putting('creditNotes', creditNoteWire);
