import type { PaymentFailure } from '../../customers/methods/payment-failure.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import type { Context } from '../../kinds/context.ts';
import type { Invoice } from '../billing-entities.ts';
import { cancelSubscription } from '../subscriptions/cancel-subscription.ts';
import { setDelinquent } from '../subscriptions/delinquency.ts';
import { hasEnded } from '../subscriptions/subscription-status.ts';
import {
  collectInvoice,
  findPayer,
  markFailed,
  paymentMethodFor,
  REQUIRES_ACTION,
  recover,
} from './pay-invoice.ts';

/** Retries an unpaid renewal when due; after the last attempt the subscription ends. */
export function retryInvoice(context: Context, invoice: Invoice, now: number): void {
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
  if (collection.failure === null) recover(context, subscription);
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
