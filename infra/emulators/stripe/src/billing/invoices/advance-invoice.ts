import type { Context, Due } from '../../kinds/context.ts';
import type { Invoice } from '../billing-entities.ts';
import { makeOverdue } from '../subscriptions/delinquency.ts';
import { announceInvoice, announceSent } from './announce-invoice.ts';
import { finalizeInvoice, findOriginal, isRevisable, markPaid } from './create-invoice.ts';
import { collectInvoice, findPayer, paymentMethodFor, recover } from './pay-invoice.ts';
import { retryInvoice } from './retry-invoice.ts';

export function dueOfInvoice({
  status,
  next_payment_attempt,
  automatically_finalizes_at,
  test_clock,
  due_date,
}: Invoice): Due {
  if (status === 'draft') return [automatically_finalizes_at, test_clock];
  return [status === 'open' ? (due_date ?? next_payment_attempt) : null, test_clock];
}

/** Finalizes and charges a draft, or retries an unpaid invoice, once due. */
export function advanceInvoice(context: Context, invoice: Invoice, now: number): void {
  const { status, automatically_finalizes_at, due_date } = invoice;
  if (status !== 'draft') {
    retryInvoice(context, invoice, now);
    if (status === 'open' && due_date != null && due_date <= now) makeOverdue(context, invoice);
  } else if (automatically_finalizes_at != null && automatically_finalizes_at <= now)
    collectDraft(context, invoice, now);
}

function collectDraft(context: Context, draft: Invoice, now: number): void {
  const original = findOriginal(context, draft);
  if (original !== undefined && !isRevisable(original)) {
    announceInvoice(
      context,
      context.store.invoices.put({ ...draft, auto_advance: false, automatically_finalizes_at: null }),
    );
    return;
  }
  const open = finalizeInvoice(context, draft, now);
  if (open.due_date != null) {
    if (open.amount_due === 0) {
      markPaid(context, open, now);
      return;
    }
    announceInvoice(context, open);
    announceSent(context, open);
    return;
  }
  const { failure } = collectInvoice(context, open, paymentMethodFor(context, findPayer(context, open)));
  const subscription = context.store.subscriptions.get(draft.subscription ?? '');
  if (failure !== null) makeOverdue(context, draft);
  else if (subscription !== undefined) recover(context, subscription);
}
