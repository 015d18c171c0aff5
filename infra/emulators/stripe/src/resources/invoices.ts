import { payOpenInvoice, payOutOfBand } from '../billing/pay-invoice.ts';
import type { Context } from '../context.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireInvoice } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { flag, oneOf, optional, type ReadValue, text } from '../params/reader.ts';
import { selectionOf } from '../state/selection.ts';
import { invoiceLineWire, invoiceWire } from '../wire/invoice-wire.ts';

const PATH = '/v1/invoices';

const listParams = object({
  ...listFields,
  collection_method: optional(oneOf('charge_automatically', 'send_invoice')),
  created: timeRange,
  customer: optional(text()),
  due_date: timeRange,
  status: optional(oneOf('draft', 'open', 'paid', 'uncollectible', 'void')),
  subscription: optional(text()),
});

const payParams = object({
  off_session: optional(flag),
  paid_out_of_band: optional(flag),
  payment_method: optional(text()),
});

const lineParams = object(listFields);

export const invoiceEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => invoiceWire(context, requireInvoice(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id/pay`, params: payParams, handle: pay }),
  endpoint({ method: 'GET', path: `${PATH}/:id/lines`, params: lineParams, handle: lines }),
];

function pay(context: Context, params: ReadValue<typeof payParams>, { id = '' }: PathParams): object {
  const invoice = requireInvoice(context, id);
  if (params.paid_out_of_band === true) return invoiceWire(context, payOutOfBand(context, invoice));
  return invoiceWire(context, payOpenInvoice(context, invoice, params.payment_method));
}

function lines(context: Context, params: ReadValue<typeof lineParams>, { id = '' }: PathParams): object {
  const invoice = requireInvoice(context, id);
  const source = { matches: selectionOf(invoice.lines), url: `${PATH}/${id}/lines`, kind: 'line item' };
  return pageOf(context, source, params, (line) => invoiceLineWire(invoice, line));
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { collection_method: method, created, customer, due_date: due, status, subscription } = params;
  const matches = context.store.invoices.newestFirst(
    (invoice) =>
      (customer === undefined || invoice.customer === customer) &&
      (method === undefined || (invoice.dueDate == null) === (method === 'charge_automatically')) &&
      (due === undefined || (invoice.dueDate != null && inRange(invoice.dueDate, due))) &&
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || invoice.subscription === subscription) &&
      inRange(invoice.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'invoice' }, params, (invoice) =>
    invoiceWire(context, invoice),
  );
}
