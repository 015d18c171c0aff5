import type Stripe from 'stripe';
import type { Invoice } from '../../billing/billing-entities.ts';
import { changeInvoice } from '../../billing/invoices/invoice.ts';
import { settleWithoutPayment } from '../../billing/invoices/pay-invoice.ts';
import { changeBalance } from '../../customers/customer-balance.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { newId } from '../../kinds/objects.ts';
import type { Taken } from '../../kinds/params/as-described.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import { type CreditedRefund, type CreditNote, putCreditNote } from './credit-note.ts';
import { creditedTotal, creditLines } from './credit-note-lines.ts';
import { creditedRefunds, uncreditedRefunds } from './credit-note-refunds.ts';

interface NewCreditNote extends Omit<Taken<Stripe.CreditNoteCreateParams>, 'refunds'> {
  /** Earlier refunds, with the part of each that it covers. */
  readonly refunds: readonly CreditedRefund[];
}

/**
 * Credits part of a finalized invoice: first what is still due, then what was paid, which is refunded, added
 * to the customer's balance or paid outside Stripe.
 */
export function issueCreditNote(context: Context, invoice: Invoice, request: NewCreditNote): CreditNote {
  requireCreditable(context, invoice);
  const lines = creditLines(context, invoice, request);
  const total = creditedTotal(lines);
  rejectExcess(context, invoice, request, total);
  const pre_payment_amount = invoice.status === 'open' ? Math.min(total, invoice.amount_due) : 0;
  const post_payment_amount = total - pre_payment_amount;
  rejectOtherSum(invoice, request, post_payment_amount);
  const now = context.time.now(invoice.test_clock);
  const refunds = creditedRefunds(context, invoice, request.refunds, request.refund_amount ?? 0);
  applyToInvoice(context, invoice, { pre_payment_amount, post_payment_amount }, now);
  const id = newId('cn');
  return putCreditNote(context, 'credit_note.created', {
    id,
    created: now,
    number: nextNumber(context, invoice),
    invoice: invoice.id,
    customer: invoice.customer,
    currency: invoice.currency,
    lines,
    pre_payment_amount,
    post_payment_amount,
    out_of_band_amount: request.out_of_band_amount || null,
    refunds,
    customer_balance_transaction: creditBalance(context, invoice, id, request.credit_amount ?? 0, now),
    reason: request.reason ?? null,
    memo: request.memo ?? null,
    effective_at: request.effective_at ?? now,
    voided_at: null,
    metadata: changedMetadata({}, request.metadata),
  });
}

/** Voids a credit note, which is possible only while the invoice is open. */
export function voidCreditNote(context: Context, note: CreditNote, invoice: Invoice): CreditNote {
  if (note.voided_at !== null) throw rejected('This credit note is already void.');
  if (invoice.status !== 'open' || note.post_payment_amount > 0) {
    throw rejected('You can only void a credit note if the associated invoice is open.');
  }
  rejectWhilePaying(context, invoice);
  const now = context.time.now(invoice.test_clock);
  applyToInvoice(
    context,
    invoice,
    { pre_payment_amount: -note.pre_payment_amount, post_payment_amount: 0 },
    now,
  );
  return putCreditNote(context, 'credit_note.voided', { ...note, voided_at: now });
}

function requireCreditable(context: Context, invoice: Invoice): void {
  if (invoice.status !== 'open' && invoice.status !== 'paid') {
    throw rejected(
      `Credit notes can only be created for invoices that are open or paid. This invoice is ${invoice.status}.`,
      { param: 'invoice' },
    );
  }
  rejectWhilePaying(context, invoice);
}

/** A payment's amount cannot change while the bank decides on it. */
function rejectWhilePaying({ store }: Context, { status, payment_intent }: Invoice): void {
  if (status !== 'open' || store.paymentIntents.get(payment_intent ?? '')?.status !== 'processing') return;
  throw rejected('The amount due of this invoice cannot change while a payment is processing.', 'invoice');
}

/** Refunds count as credited, whether a credit note covers them or not. */
function rejectExcess(context: Context, invoice: Invoice, request: NewCreditNote, requested: number): void {
  const { total, pre_payment_credit_notes_amount, post_payment_credit_notes_amount, currency } = invoice;
  const uncredited = uncreditedRefunds(context, invoice) - linkedAmount(request);
  const left =
    total - pre_payment_credit_notes_amount - post_payment_credit_notes_amount - Math.max(0, uncredited);
  if (requested <= left) return;
  throw rejected(
    `The sum of all credit notes cannot exceed the total of the invoice: ${money(Math.max(left, 0), currency)} can still be credited.`,
    { param: 'amount' },
  );
}

function linkedAmount({ refunds }: NewCreditNote): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function rejectOtherSum({ currency }: Invoice, request: NewCreditNote, post_payment_amount: number): void {
  const { credit_amount = 0, out_of_band_amount = 0, refund_amount = 0 } = request;
  const sum = refund_amount + linkedAmount(request) + credit_amount + out_of_band_amount;
  if (sum === post_payment_amount) return;
  throw rejected(
    `The sum of credit amount, refund amount and out of band amount (${money(sum, currency)}) must equal the credit note amount (${money(post_payment_amount, currency)}).`,
  );
}

function applyToInvoice(
  context: Context,
  invoice: Invoice,
  { pre_payment_amount, post_payment_amount }: Pick<CreditNote, 'post_payment_amount' | 'pre_payment_amount'>,
  now: number,
): void {
  const after = changeInvoice(context, invoice, {
    ...invoice,
    amount_due: invoice.amount_due - pre_payment_amount,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + pre_payment_amount,
    post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + post_payment_amount,
  });
  if (pre_payment_amount === 0) return;
  if (after.amount_due === 0) {
    settleWithoutPayment(context, after, now);
    return;
  }
  const { paymentIntents } = context.store;
  const intent = paymentIntents.get(after.payment_intent ?? '');
  if (intent !== undefined) paymentIntents.put({ ...intent, amount: after.amount_due });
}

/** Numbered per invoice; void notes keep their numbers. */
function nextNumber({ store }: Context, { id, number }: Invoice): string {
  const earlier = [...store.creditNotes.where('invoice', id)].length;
  return `${number}-CN-${String(earlier + 1).padStart(2, '0')}`;
}

function creditBalance(
  context: Context,
  { id: invoice, customer, currency }: Invoice,
  credit_note: string,
  amount: number,
  created: number,
): string | null {
  if (amount === 0) return null;
  const type = 'credit_note';
  return changeBalance(context, { customer, currency, amount: -amount, type, invoice, credit_note, created })
    .id;
}
