import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import { noSuch, refused } from '../http/api-error.ts';
import type { Invoice, Subscription } from '../state/billing-entities.ts';
import type { PaymentMethod } from '../state/customer-entities.ts';
import type { PaymentFailure } from '../state/payment-entities.ts';
import { invoiceWire } from '../wire/invoice-wire.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { found } from '../wire/require.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { attemptPayment } from './attempt-payment.ts';
import { cardError } from './card-error.ts';
import { markPaid } from './create-invoice.ts';

const SECONDS_A_DAY = 86_400;

/** Days after which a failed renewal is tried again; after the last one the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7];

export interface Collection {
  readonly invoice: Invoice;
  /** Null when the invoice is paid. */
  readonly failure: PaymentFailure | null;
}

const NO_METHOD: PaymentFailure = {
  code: 'invoice_payment_intent_requires_action',
  declineCode: null,
  message: 'There is no default payment method on the subscription or the customer.',
};

/** Charges an open invoice without the cardholder being there. */
export function collectInvoice(
  context: Context,
  invoice: Invoice,
  method: PaymentMethod | undefined,
): Collection {
  const now = context.time.now(invoice.testClock);
  const intent = found(context.store.paymentIntents.get(invoice.paymentIntent), 'payment of the invoice');
  const attempt = method && { method, onSession: false, authenticated: false, now };
  const decision = attempt && attemptPayment(context, intent, attempt);
  if (decision?.result === 'succeeds') return { invoice: markPaid(context, invoice, now), failure: null };
  const failure = decision?.result === 'fails' ? decision.failure : NO_METHOD;
  return { invoice: markFailed(context, invoice, now), failure };
}

function markFailed(context: Context, invoice: Invoice, now: number): Invoice {
  const days = RETRY_AFTER_DAYS[invoice.attemptCount];
  const failed = context.store.invoices.put({
    ...invoice,
    attemptCount: invoice.attemptCount + 1,
    nextPaymentAttempt: days === undefined ? null : now + days * SECONDS_A_DAY,
  });
  emit(context, 'invoice.payment_failed', invoiceWire(context, failed));
  return failed;
}

/** The card that pays for a subscription: its own, else the customer's. */
export function paymentMethodFor({ store }: Context, subscription: Subscription): PaymentMethod | undefined {
  const customer = store.customers.get(subscription.customer);
  const id = subscription.defaultPaymentMethod ?? customer?.defaultPaymentMethod;
  const method = id == null ? undefined : store.paymentMethods.get(id);
  return method?.customer === subscription.customer ? method : undefined;
}

/** Pays an open invoice on request; a decline is a card error, as it is at Stripe. */
export function payOpenInvoice(context: Context, invoice: Invoice, methodId: string | undefined): Invoice {
  if (invoice.status === 'paid') throw refused('Invoice is already paid', { code: 'invoice_already_paid' });
  if (invoice.status !== 'open')
    throw refused(`This invoice can no longer be paid: it is ${invoice.status}.`);
  const subscription = found(context.store.subscriptions.get(invoice.subscription), 'subscription');
  const method =
    methodId === undefined
      ? paymentMethodFor(context, subscription)
      : context.store.paymentMethods.get(methodId);
  if (methodId !== undefined && method?.customer !== invoice.customer) {
    throw noSuch('PaymentMethod', methodId, 'payment_method');
  }
  const collection = collectInvoice(context, invoice, method);
  if (collection.failure !== null)
    throw cardError(collection.failure, intentWire(context, collection.invoice));
  recover(context, subscription);
  return collection.invoice;
}

/** A past-due subscription is active again once what it owes is paid. */
export function recover(context: Context, subscription: Subscription): void {
  if (subscription.status !== 'past_due') return;
  const before = subscriptionWire(context, subscription);
  const active = context.store.subscriptions.put({ ...subscription, status: 'active' });
  const wire = subscriptionWire(context, active);
  emit(context, 'customer.subscription.updated', wire, changedAttributes(before, wire));
}

function intentWire(context: Context, invoice: Invoice): object {
  const intent = found(context.store.paymentIntents.get(invoice.paymentIntent), 'payment of the invoice');
  return paymentIntentWire(context, intent);
}
