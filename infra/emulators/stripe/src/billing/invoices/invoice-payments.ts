import { noSuch } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, retrieval } from '../../kinds/endpoint.ts';
import { object } from '../../kinds/params/composite.ts';
import { listFields } from '../../kinds/params/list-params.ts';
import { oneOf, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { readPage } from '../../kinds/read-page.ts';
import { hasPayment, invoicePaymentId, invoicePaymentWire } from './invoice-payment.ts';

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
