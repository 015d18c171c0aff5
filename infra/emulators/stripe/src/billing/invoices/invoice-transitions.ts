import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, nothing, type PathParams, post } from '../../kinds/endpoint.ts';
import { emit } from '../../kinds/events/emit.ts';
import { object } from '../../kinds/params/composite.ts';
import { flag, optional, type ReadValue } from '../../kinds/params/reader.ts';
import type { Invoice } from '../billing-entities.ts';
import { discardInvoicedUpdate, resumeUnpaid } from '../changes/pending-update.ts';
import { setDelinquent } from '../subscriptions/delinquency.ts';
import { reconsiderStatus } from '../subscriptions/reconsider-status.ts';
import { announceInvoice, announceSent } from './announce-invoice.ts';
import { finalizeInvoice, markPaid, markUncollectible, voidInvoice } from './create-invoice.ts';
import { invoiceWire, requireInvoice } from './invoice.ts';
import { recover } from './pay-invoice.ts';

const PATH = '/v1/invoices/:id';
/** Stripe finalizes an auto-advancing invoice one hour after creation, and does not charge it before. */
export const DRAFT_SECONDS = 3600;

const finalizeParams = object({ auto_advance: optional(flag) });

export const invoiceTransitionEndpoints: readonly Endpoint[] = [
  post(`${PATH}/finalize`, finalizeParams, finalize),
  post(`${PATH}/send`, nothing, send),
  post(`${PATH}/void`, nothing, makeVoid),
  post(`${PATH}/mark_uncollectible`, nothing, markAsUncollectible),
];

function finalize(
  context: Context,
  params: ReadValue<typeof finalizeParams>,
  { id = '' }: PathParams,
): object {
  const draft = requireDraft(context, id);
  const now = context.time.now(draft.test_clock);
  const advancing = { ...draft, auto_advance: params.auto_advance ?? draft.auto_advance };
  const open = finalizeInvoice(context, { ...advancing, ...nextCollection(advancing, now) }, now);
  if (open.amount_due === 0) return invoiceWire(context, markPaid(context, open, now));
  announceInvoice(context, open);
  announceSent(context, open);
  return invoiceWire(context, open);
}

function requireDraft(context: Context, id: string): Invoice {
  const invoice = requireInvoice(context, id, 'id');
  if (invoice.status === 'draft') return invoice;
  throw rejected("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
}

/** An open invoice is charged automatically an hour after its creation, or at once if that is over. */
export function nextCollection(invoice: Invoice, now: number): Pick<Invoice, 'next_payment_attempt'> {
  const { auto_advance, created, due_date, next_payment_attempt } = invoice;
  if (!auto_advance || due_date != null) return { next_payment_attempt: null };
  return { next_payment_attempt: next_payment_attempt ?? Math.max(now, created + DRAFT_SECONDS) };
}

function send(context: Context, _params: object, { id = '' }: PathParams): object {
  const invoice = requireInvoice(context, id);
  if (invoice.status !== 'draft' && invoice.status !== 'open') {
    throw rejected(
      'This invoice cannot be sent right now. Please contact us via https://support.stripe.com/contact with details, so we can help.',
    );
  }
  if (invoice.due_date == null) {
    throw rejected('You can only send invoices whose collection_method is send_invoice.', {
      code: 'invoice_not_editable',
    });
  }
  const now = context.time.now(invoice.test_clock);
  const open = invoice.status === 'draft' ? finalizeInvoice(context, invoice, now) : invoice;
  if (open.amount_due === 0) return invoiceWire(context, markPaid(context, open, now));
  announceInvoice(context, open);
  emit(context, 'invoice.sent', invoiceWire(context, open));
  return invoiceWire(context, open);
}

function notOpen() {
  return rejected("You can only pass in open invoices. This invoice isn't open.");
}

function makeVoid(context: Context, _params: object, { id = '' }: PathParams): object {
  const invoice = requireInvoice(context, id, 'id');
  if (invoice.status === 'paid') throw rejected('Invoices with `paid` payments cannot be voided.');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw notOpen();
  const now = context.time.now(invoice.test_clock);
  const voided = voidInvoice(context, invoice, now);
  discardInvoicedUpdate(context, voided, now);
  reconsiderStatus(context, voided, now);
  return invoiceWire(context, voided);
}

function markAsUncollectible(context: Context, _params: object, { id = '' }: PathParams): object {
  const invoice = requireInvoice(context, id, 'id');
  if (invoice.status === 'uncollectible') {
    throw rejected('This invoice has already been marked uncollectible.');
  }
  if (invoice.status !== 'open') throw notOpen();
  const written = markUncollectible(context, invoice, context.time.now(invoice.test_clock));
  resumeUnpaid(context, written, 'active');
  setDelinquent(context, invoice.customer, false);
  const subscription = context.store.subscriptions.get(invoice.subscription ?? '');
  if (subscription?.status === 'past_due') recover(context, subscription);
  return invoiceWire(context, written);
}
