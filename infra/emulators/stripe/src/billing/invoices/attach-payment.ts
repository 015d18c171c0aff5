import type Stripe from 'stripe';
import { missingParameter, notSupported, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { callParams } from '../../kinds/params/as-described.ts';
import type { ReadValue } from '../../kinds/params/reader.ts';
import { requireIntent } from '../../payments/payment-intent.ts';
import type { Invoice } from '../billing-entities.ts';
import { settleWithoutPayment } from './pay-invoice.ts';

export const attachParams = callParams<Stripe.InvoiceAttachPaymentParams>(
  'POST /v1/invoices/:id/attach_payment',
  { payment_record: null },
);

/** Settles an invoice with a payment that has succeeded, instead of its own. */
export function attachPayment(
  context: Context,
  invoice: Invoice,
  { payment_intent: id }: ReadValue<typeof attachParams>,
): Invoice {
  const param = 'payment_intent';
  if (id === undefined) throw missingParameter(param);
  const { amount, currency, customer, status } = requireIntent(context, id, param);
  if (invoice.status !== 'open') {
    throw rejected(`A payment can be attached to an open invoice only: this one is ${invoice.status}.`);
  }
  if (customer !== invoice.customer || currency !== invoice.currency) {
    throw rejected('The payment has another customer or currency than the invoice.', param);
  }
  const [other] = context.store.invoices.where('payment_intent', id);
  if (other !== undefined)
    throw rejected(`The payment is already attached to the invoice ${other.id}.`, param);
  if (status !== 'succeeded' || amount !== invoice.amount_due) {
    throw notSupported('a payment that does not settle the invoice at once', param);
  }
  return settleWithoutPayment(context, invoice, context.time.now(invoice.test_clock), id);
}
