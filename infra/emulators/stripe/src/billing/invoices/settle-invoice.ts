import { attachPaymentMethod } from '../../customers/methods/save-card.ts';
import { type Context, type Hooks, requireFound } from '../../kinds/context.ts';
import type { PaymentIntent } from '../../payments/payment-entities.ts';
import type { Invoice } from '../billing-entities.ts';
import { changeSubscription, makePastDue } from '../subscriptions/announce-update.ts';
import { markPaid, voidInvoice } from './create-invoice.ts';
import { activateMeanwhile, markFailed, recover } from './pay-invoice.ts';

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

/** A subscription goes on while its bank debit is under way. */
export const awaitDebit: Hooks['paymentWaits'] = (context, { invoice }) => {
  if (invoice === undefined) return false;
  activateMeanwhile(context, context.store.invoices.get(invoice)?.subscription);
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
  { payment_method }: Pick<PaymentIntent, 'payment_method'>,
  invoice: Invoice,
): void {
  const { store } = context;
  const method = requireFound(store.paymentMethods.get(payment_method ?? ''), 'payment method');
  if (method.customer === null) attachPaymentMethod(context, method, invoice.customer);
  const subscription = store.subscriptions.get(invoice.subscription ?? '');
  if (subscription?.savesMethod !== true) return;
  changeSubscription(context, subscription, { ...subscription, default_payment_method: method.id });
}
