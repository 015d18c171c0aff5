import { cardError } from '../../customers/methods/card-error.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { failure, type PaymentFailure } from '../../customers/methods/test-card.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { noSuch, rejected } from '../../description/api-error.ts';
import { SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import { attemptPayment, cancelPaymentIntent } from '../../payments/attempt-payment.ts';
import type { PaymentIntent } from '../../payments/payment-entities.ts';
import { paymentIntentWire } from '../../payments/payment-intent.ts';
import { announceInvoice, changeSubscription } from '../announce.ts';
import type { Invoice, Subscription } from '../billing-entities.ts';
import { applyPaidUpdate, resumedBy, resumeUnpaid } from '../changes/pending-update.ts';
import { countsAttempt, finalizeInvoice, markPaid } from './create-invoice.ts';
import { invoiceWire } from './invoice.ts';

/** Days between retries of a failed renewal; after the last one the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

export interface Collection {
  readonly invoice: Invoice;
  /** Null if paid. */
  readonly failure: PaymentFailure | null;
}

const NO_METHOD = failure(
  'invoice_payment_intent_requires_action',
  'There is no default payment method on the subscription or the customer.',
);

const NOTHING_TO_CHARGE =
  'There is no `default_payment_method` set on this Customer or Invoice. Please set one prior to attempting to pay the invoice.';

export const REQUIRES_ACTION = failure(
  'invoice_payment_intent_requires_action',
  'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice. For more details see: https://stripe.com/docs/billing/subscriptions/overview#requires-action',
);

/** Charges an open invoice. A debit is decided at once. */
export function collectInvoice(
  context: Context,
  invoice: Invoice,
  method: PaymentMethod | undefined,
  { onSession = false }: { readonly onSession?: boolean } = {},
): Collection {
  const now = context.time.now(invoice.test_clock);
  if (invoice.amount_due === 0) return { invoice: markPaid(context, invoice, now), failure: null };
  const intent = requirePayment(context, invoice);
  if (method === undefined) return failed(context, invoice, NO_METHOD);
  const { isDelayed } = testCardByName(method.card.testCard);
  const attempt = {
    method,
    onSession: onSession && !isDelayed,
    authenticatesLater: true,
    authenticated: false,
    now,
  };
  const decision = attemptPayment(context, intent, attempt);
  if (decision.result === 'succeeds') return { invoice: markPaid(context, invoice, now), failure: null };
  if (decision.result === 'fails') return failed(context, invoice, decision.failure);
  emit(context, 'invoice.payment_action_required', invoiceWire(context, invoice));
  return failed(context, invoice, REQUIRES_ACTION);
}

function failed(context: Context, invoice: Invoice, failure: PaymentFailure): Collection {
  const retries = invoice.due_date == null && resumedBy(context, invoice) === undefined;
  const unpaid = markFailed(context, invoice, context.time.now(invoice.test_clock), { retries });
  resumeUnpaid(context, invoice, 'past_due');
  return { invoice: unpaid, failure };
}

export function markFailed(
  context: Context,
  invoice: Invoice,
  now: number,
  { retries = true }: { readonly retries?: boolean } = {},
): Invoice {
  const days = retries && invoice.auto_advance ? RETRY_AFTER_DAYS[invoice.attempt_count] : undefined;
  const failed = context.store.invoices.put({
    ...invoice,
    ...(countsAttempt(invoice, now) && {
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: days === undefined ? null : now + days * SECONDS_A_DAY,
    }),
  });
  announceInvoice(context, failed);
  emit(context, 'invoice.payment_failed', invoiceWire(context, failed));
  return failed;
}

/** The subscription's default payment method, or else the customer's. */
export function paymentMethodFor(
  { store }: Context,
  subscription: Pick<Subscription, 'customer' | 'default_payment_method'>,
): PaymentMethod | undefined {
  const customer = store.customers.get(subscription.customer);
  const id =
    subscription.default_payment_method ??
    customer?.invoice_settings.default_payment_method ??
    customer?.default_source;
  const method = id == null ? undefined : store.paymentMethods.get(id);
  return method?.customer === subscription.customer ? method : undefined;
}

/** Pays an open or draft invoice. Like Stripe, throws a card error if the card is declined. */
export function payOpenInvoice(context: Context, given: Invoice, methodId: string | undefined): Invoice {
  const invoice = finalized(context, given);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw rejected(`This invoice can no longer be paid: it is ${invoice.status}.`);
  const method =
    methodId === undefined
      ? paymentMethodFor(context, findPayer(context, invoice))
      : context.store.paymentMethods.get(methodId);
  if (methodId !== undefined && method?.customer !== invoice.customer) {
    throw noSuch('PaymentMethod', methodId, 'payment_method');
  }
  if (method === undefined && invoice.amount_due > 0) throw rejected(NOTHING_TO_CHARGE);
  const collection = collectInvoice(context, invoice, method);
  if (collection.failure !== null)
    throw cardError(
      collection.failure,
      paymentIntentWire(context, requirePayment(context, collection.invoice)),
    );
  recover(context, invoice.subscription);
  return collection.invoice;
}

/** An invoice to pay: a draft is finalized first. */
function finalized(context: Context, given: Invoice): Invoice {
  const now = context.time.now(given.test_clock);
  const invoice = given.status === 'draft' ? finalizeInvoice(context, given, now) : given;
  if (invoice.status === 'paid') throw rejected('Invoice is already paid');
  return invoice;
}

/** The payment of an open invoice. */
export function requirePayment({ store }: Context, { payment_intent }: Invoice): PaymentIntent {
  return requireFound(store.paymentIntents.get(payment_intent ?? ''), 'payment of the invoice');
}

/** Who pays an invoice, with its own default payment method or else that of its subscription. */
export function findPayer(
  { store }: Context,
  { customer, default_payment_method = null, subscription }: Invoice,
): Pick<Subscription, 'customer' | 'default_payment_method'> {
  const others = store.subscriptions.get(subscription ?? '')?.default_payment_method ?? null;
  return { customer, default_payment_method: default_payment_method ?? others };
}

export function payOutOfBand(context: Context, given: Invoice): Invoice {
  const invoice = finalized(context, given);
  if (invoice.status === 'void') throw rejected('This invoice can no longer be paid: it is void.');
  return settleWithoutPayment(
    context,
    { ...invoice, paid_out_of_band: true },
    context.time.now(given.test_clock),
  );
}

/** Marks an open invoice paid without charging, or by another payment, and cancels one in progress. */
export function settleWithoutPayment(
  context: Context,
  invoice: Invoice,
  now: number,
  payment_intent: string | null = null,
): Invoice {
  const intent = context.store.paymentIntents.get(invoice.payment_intent ?? '');
  if (intent !== undefined) cancelPaymentIntent(context, intent, now);
  const settled = context.store.invoices.put({ ...invoice, payment_intent });
  const paid = markPaid(context, settled, now);
  recover(context, invoice.subscription);
  return paid;
}

/** A past-due or incomplete subscription becomes active once its latest invoice is settled; a pending update is applied. */
export function recover(context: Context, id: string | null): void {
  const given = context.store.subscriptions.get(id ?? '');
  const subscription = given && applyPaidUpdate(context, given);
  if (subscription === undefined) return;
  if (subscription.status !== 'past_due' && subscription.status !== 'incomplete') return;
  const latest = context.store.invoices.get(subscription.latest_invoice ?? '');
  if (latest?.status === 'draft' || latest?.status === 'open') return;
  changeSubscription(context, subscription, { ...subscription, status: 'active' });
}
