import { hasEnded } from '../billing/billing-entities.ts';
import { collectInvoice, recover } from '../billing/invoices/pay-invoice.ts';
import type { Customer } from '../customers/customer.ts';
import {
  attachPaymentMethod,
  type CardDetails,
  createPaymentMethod,
  useCardForSubscriptions,
} from '../customers/methods/save-card.ts';
import type { PaymentFailure } from '../customers/methods/test-card.ts';
import type { Context } from '../kinds/context.ts';

/** Sets a new default card and pays open invoices with it. Returns why a payment failed, or null. */
export function changeCard(
  context: Context,
  customer: Customer,
  details: CardDetails,
): PaymentFailure | null {
  if (details.card.failure !== null) return details.card.failure;
  const now = context.time.now(customer.test_clock);
  const method = attachPaymentMethod(context, createPaymentMethod(context, details, now), customer.id);
  useCardForSubscriptions(context, customer, method);
  for (const invoice of context.store.invoices.values()) {
    if (invoice.customer !== customer.id || invoice.status !== 'open') continue;
    const subscription = context.store.subscriptions.get(invoice.subscription ?? '');
    if (subscription === undefined || hasEnded(subscription)) continue;
    const { failure } = collectInvoice(context, invoice, method);
    if (failure !== null) return failure;
    recover(context, subscription.id);
  }
  return null;
}
