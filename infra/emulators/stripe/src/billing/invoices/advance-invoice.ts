import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import type { Context, Due } from '../../kinds/context.ts';
import { announceInvoice, announceSent, makeOverdue, setDelinquent } from '../announce.ts';
import { hasEnded, type Invoice } from '../billing-entities.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { finalizeInvoice, findOriginal, isRevisable, markPaid } from './create-invoice.ts';
import {
  collectInvoice,
  findPayer,
  markFailed,
  paymentMethodFor,
  REQUIRES_ACTION,
  recover,
} from './pay-invoice.ts';

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
  if (failure !== null) makeOverdue(context, draft);
  else recover(context, draft.subscription);
}

/** Retries an unpaid renewal when due; after the last attempt the subscription ends. */
function retryInvoice(context: Context, invoice: Invoice, now: number): void {
  const { next_payment_attempt, status } = invoice;
  if (status !== 'open' || next_payment_attempt === null || next_payment_attempt > now) return;
  const subscription = context.store.subscriptions.get(invoice.subscription ?? '');
  if (invoice.subscription !== null && (subscription === undefined || hasEnded(subscription))) {
    context.store.invoices.put({ ...invoice, next_payment_attempt: null });
    return;
  }
  const method = paymentMethodFor(context, findPayer(context, invoice));
  const failure = finalFailure(context, invoice, method);
  const collection =
    failure === null
      ? collectInvoice(context, invoice, method)
      : { invoice: markFailed(context, invoice, now), failure };
  if (collection.failure !== null) setDelinquent(context, invoice.customer, true);
  if (subscription === undefined) return;
  if (collection.failure === null) recover(context, subscription.id);
  else if (collection.invoice.next_payment_attempt === null) {
    const details = { comment: null, feedback: null, reason: 'payment_failed' } as const;
    cancelSubscription(context, subscription, { now, details });
  }
}

/** The codes of docs.stripe.com/billing/revenue-recovery/smart-retries, and what a blocked charge has here. */
const HARD_DECLINES: ReadonlySet<string | null> = new Set([
  'authentication_required',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
]);

/** Why a retry only counts: a bank that has declined for good is asked again only for another payment method. */
function finalFailure(
  { store }: Context,
  { payment_intent }: Invoice,
  method: PaymentMethod | undefined,
): PaymentFailure | null {
  const {
    lastError = null,
    latest_charge = '',
    payment_method,
    status,
  } = store.paymentIntents.get(payment_intent ?? '') ?? {};
  if (status === 'requires_action') return payment_method === method?.id ? REQUIRES_ACTION : null;
  const isTried = store.charges.get(latest_charge ?? '')?.payment_method === method?.id;
  return isTried && lastError !== null && HARD_DECLINES.has(lastError.decline_code) ? lastError : null;
}
