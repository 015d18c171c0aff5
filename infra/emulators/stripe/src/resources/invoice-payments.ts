import type { Context } from '../context.ts';
import { noSuch } from '../errors/api-error.ts';
import { type Endpoint, get, retrieval } from '../http/endpoint.ts';
import { readPage } from '../http/read-page.ts';
import { object } from '../params/composite.ts';
import { listFields } from '../params/list-params.ts';
import { oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { hasPayment, invoicePaymentId, invoicePaymentWire } from '../wire/invoice-payment-wire.ts';

const listParams = object({
  ...listFields,
  invoice: optional(text()),
  payment: optional(object({ type: oneOf('payment_intent'), payment_intent: optional(text()) })),
  status: optional(oneOf('canceled', 'open', 'paid')),
});

const PATH = '/v1/invoice_payments';

export const invoicePaymentEndpoints: readonly Endpoint[] = [
  get(PATH, listParams, list),
  retrieval(`${PATH}/:id`, retrieve),
];

function* listPayments({ store }: Context) {
  for (const invoice of store.invoices.newestFirst()) {
    if (hasPayment(invoice)) yield invoicePaymentWire(invoice);
  }
}

function retrieve({ store }: Context, id: string): object {
  for (const invoice of store.invoices.newestFirst()) {
    if (hasPayment(invoice) && invoicePaymentId(invoice) === id) return invoicePaymentWire(invoice);
  }
  throw noSuch('invoice_payment', id);
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const intent = params.payment?.payment_intent;
  const matches = [...listPayments(context)].filter(
    ({ invoice, payment, status }) =>
      (params.invoice === undefined || invoice === params.invoice) &&
      (intent === undefined || payment.payment_intent === intent) &&
      (params.status === undefined || status === params.status),
  );
  return readPage(context, { matches, url: PATH, kind: 'invoice_payment' }, params, (payment) => payment);
}
