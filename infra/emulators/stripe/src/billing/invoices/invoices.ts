import type Stripe from 'stripe';
import { triedMethod } from '../../customers/methods/payment-method.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context, Hooks } from '../../kinds/context.ts';
import { type Endpoint, nothing } from '../../kinds/endpoint.ts';
import { emit } from '../../kinds/objects.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import { partList } from '../../kinds/read-page.ts';
import { resource } from '../../kinds/resource.ts';
import { keepForLater } from '../../payments/debits/keep-for-later.ts';
import type { PaymentIntent } from '../../payments/payment-entities.ts';
import {
  announceInvoice,
  announceSent,
  changeStatus,
  changeSubscription,
  makePastDue,
  setDelinquent,
} from '../announce.ts';
import type { Invoice } from '../billing-entities.ts';
import { discardInvoicedUpdate, resumeUnpaid } from '../changes/pending-update.ts';
import { reconsiderStatus } from '../subscriptions/cancel-subscription.ts';
import { attachParams, attachPayment } from './attach-payment.ts';
import { finalizeInvoice, markPaid, markUncollectible, voidInvoice } from './create-invoice.ts';
import { invoiceLineWire, invoiceWire, requireInvoice } from './invoice.ts';
import type { InvoiceLine } from './invoice-item.ts';
import { markFailed, payOpenInvoice, payOutOfBand, recover } from './pay-invoice.ts';

const PATH = '/v1/invoices';

const finalizeParams = callParams<Stripe.InvoiceFinalizeInvoiceParams>(`POST ${PATH}/:id/finalize`);
const payParams = callParams<Stripe.InvoicePayParams>(`POST ${PATH}/:id/pay`, {
  '': ['off_session', 'paid_out_of_band', 'payment_method'],
});

/** Stripe finalizes an auto-advancing invoice one hour after creation, and does not charge it before. */
export const DRAFT_SECONDS = 3600;

const invoices = resource(PATH, requireInvoice, invoiceWire);

/** Of these calls, errors name the id as the others' do not. */
const byId = resource(PATH, requireInvoice, invoiceWire, {
  find: (context, id) => requireInvoice(context, id, 'id'),
});

export const invoiceEndpoints: readonly Endpoint[] = [
  invoices.list({
    fields: ['customer', 'status', 'subscription'],
    filters: {
      collection_method: ({ due_date }) => (due_date == null ? 'charge_automatically' : 'send_invoice'),
    },
    times: ['due_date'],
    // Source: docs.stripe.com/billing/testing/test-clocks (invoices of test clocks are listed by what they belong to).
    where: ({ test_clock }, { customer, subscription }) =>
      test_clock === null || customer !== undefined || subscription !== undefined,
  }),
  invoices.retrieve,
  byId.action('pay', payParams, (context, invoice, params) => {
    if (params.paid_out_of_band === true) return payOutOfBand(context, invoice);
    return payOpenInvoice(context, invoice, params.payment_method);
  }),
  byId.action('attach_payment', attachParams, attachPayment),
  byId.action('finalize', finalizeParams, (context, draft, params) => {
    if (draft.status !== 'draft') {
      throw rejected("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
    }
    const now = context.time.now(draft.test_clock);
    const advancing = { ...draft, auto_advance: params.auto_advance ?? draft.auto_advance };
    const open = finalizeInvoice(context, { ...advancing, ...nextCollection(advancing, now) }, now);
    if (open.amount_due === 0) return markPaid(context, open, now);
    announceInvoice(context, open);
    announceSent(context, open);
    return open;
  }),
  invoices.action('send', nothing, (context, invoice) => {
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
    if (open.amount_due === 0) return markPaid(context, open, now);
    announceInvoice(context, open);
    emit(context, 'invoice.sent', invoiceWire(context, open));
    return open;
  }),
  byId.action('void', nothing, (context, invoice) => {
    if (invoice.status === 'paid') throw rejected('Invoices with `paid` payments cannot be voided.');
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw notOpen();
    const now = context.time.now(invoice.test_clock);
    const voided = voidInvoice(context, invoice, now);
    discardInvoicedUpdate(context, voided, now);
    reconsiderStatus(context, voided, now);
    return voided;
  }),
  byId.action('mark_uncollectible', nothing, (context, invoice) => {
    if (invoice.status === 'uncollectible') {
      throw rejected('This invoice has already been marked uncollectible.');
    }
    if (invoice.status !== 'open') throw notOpen();
    const written = markUncollectible(context, invoice, context.time.now(invoice.test_clock));
    resumeUnpaid(context, written, 'active');
    setDelinquent(context, invoice.customer, false);
    const subscription = context.store.subscriptions.get(invoice.subscription ?? '');
    if (subscription?.status === 'past_due') recover(context, subscription.id);
    return written;
  }),
  partList(`${PATH}/:id/lines`, 'line item', (context, id) => {
    const invoice = requireInvoice(context, id);
    return { matches: invoice.lines, wire: (line: InvoiceLine) => invoiceLineWire(invoice, line) };
  }),
];

/** An open invoice is charged automatically an hour after its creation, or at once if that is over. */
export function nextCollection(invoice: Invoice, now: number): Pick<Invoice, 'next_payment_attempt'> {
  const { auto_advance, created, due_date, next_payment_attempt } = invoice;
  if (!auto_advance || due_date != null) return { next_payment_attempt: null };
  return { next_payment_attempt: next_payment_attempt ?? Math.max(now, created + DRAFT_SECONDS) };
}

function notOpen() {
  return rejected("You can only pass in open invoices. This invoice isn't open.");
}

/** Settles the invoice and, if it was waiting for payment, the subscription. */
export const settleInvoice: Hooks['paymentSucceeded'] = (context, { now, ...intent }) => {
  const [invoice] = context.store.invoices.where('payment_intent', intent.id);
  if (invoice === undefined) return false;
  if (invoice.status === 'paid' || invoice.status === 'void') return true;
  keepMethod(context, intent, invoice);
  markPaid(context, invoice, now);
  recover(context, invoice.subscription);
  return true;
};

/** A subscription does not wait for the bank to decide on the debit of its first invoice. */
export const awaitDebit: Hooks['paymentWaits'] = (context, { invoice }) => {
  if (invoice === undefined) return false;
  changeStatus(context, context.store.invoices.get(invoice)?.subscription, 'incomplete', 'active');
  return true;
};

export const failDebit: Hooks['debitFailed'] = (context, { id, now }) => {
  const [invoice] = context.store.invoices.where('payment_intent', id);
  if (invoice?.status !== 'open') return;
  const unpaid = markFailed(context, invoice, now);
  // By docs.stripe.com/billing/subscriptions/overview, a subscription stays active without its first payment.
  if (invoice.billing_reason === 'subscription_create') voidInvoice(context, unpaid, now);
  else makePastDue(context, invoice.subscription);
};

/** Attaches the card that paid to the customer. */
export function keepMethod(
  context: Context,
  intent: Pick<PaymentIntent, 'latest_charge' | 'mandate' | 'payment_method'>,
  { customer, subscription: owner }: Invoice,
): void {
  const { store } = context;
  const { latest_charge: origin, mandate } = intent;
  const kept = keepForLater(context, triedMethod(context, intent), { customer, mandate, origin });
  const subscription = store.subscriptions.get(owner ?? '');
  if (subscription?.savesMethod !== true) return;
  changeSubscription(context, subscription, { ...subscription, default_payment_method: kept.id });
}
