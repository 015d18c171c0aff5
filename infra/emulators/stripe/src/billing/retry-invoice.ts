import type { Context } from '../context.ts';
import type { Invoice } from '../state/billing-entities.ts';
import { hasEnded } from '../state/subscription-status.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { setDelinquent } from './delinquency.ts';
import { collectInvoice, findPayer, paymentMethodFor, recover } from './pay-invoice.ts';

/** Retries an unpaid renewal when due; after the last attempt the subscription ends. */
export function retryInvoice(context: Context, invoice: Invoice, now: number): void {
  const { nextPaymentAttempt, status } = invoice;
  if (status !== 'open' || nextPaymentAttempt === null || nextPaymentAttempt > now) return;
  const subscription = context.store.subscriptions.get(invoice.subscription ?? '');
  if (invoice.subscription !== null && (subscription === undefined || hasEnded(subscription))) {
    context.store.invoices.put({ ...invoice, nextPaymentAttempt: null });
    return;
  }
  const method = paymentMethodFor(context, findPayer(context, invoice));
  const collection = collectInvoice(context, invoice, method);
  if (collection.failure !== null) setDelinquent(context, invoice.customer, true);
  if (subscription === undefined) return;
  if (collection.failure === null) recover(context, subscription);
  else if (collection.invoice.nextPaymentAttempt === null) {
    const details = { comment: null, feedback: null, reason: 'payment_failed' } as const;
    cancelSubscription(context, subscription, { now, details });
  }
}
