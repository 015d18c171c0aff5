import type { PaymentFailure } from '../../customers/methods/payment-failure.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import type { Context } from '../../kinds/context.ts';
import type { Invoice } from '../billing-entities.ts';
import { collectInvoice, recover, requirePayment } from './pay-invoice.ts';
import { keepMethod } from './settle-invoice.ts';

/** Charges an open invoice while the customer is present. Returns why it is not paid yet, or null. */
export function payOnPage(context: Context, invoice: Invoice, method: PaymentMethod): PaymentFailure | null {
  const { store } = context;
  const { failure } = collectInvoice(context, invoice, method, { onSession: true });
  if (failure !== null) return failure;
  keepMethod(context, requirePayment(context, invoice), invoice);
  const subscription = store.subscriptions.get(invoice.subscription ?? '');
  if (subscription !== undefined) recover(context, subscription);
  return null;
}
