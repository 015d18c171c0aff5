import type { Context } from '../context.ts';
import { type Endpoint, endpoint, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireInvoiceItem } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { inRange, listFields, timeRange } from '../params/list-params.ts';
import { flag, optional, type ReadValue, text } from '../params/reader.ts';
import { invoiceItemWire } from '../wire/invoice-item-wire.ts';

const PATH = '/v1/invoiceitems';

const listParams = object({
  ...listFields,
  created: timeRange,
  customer: optional(text()),
  invoice: optional(text()),
  pending: optional(flag),
});

export const invoiceItemEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => invoiceItemWire(context, requireInvoiceItem(context, id))),
];

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { created, customer, invoice, pending } = params;
  const matches = context.store.invoiceItems.newestFirst(
    (item) =>
      (customer === undefined || item.customer === customer) &&
      (invoice === undefined || item.invoice === invoice) &&
      (pending === undefined || (item.invoice === null) === pending) &&
      inRange(item.created, created),
  );
  return pageOf(context, { matches, url: PATH, kind: 'invoiceitem' }, params, (item) =>
    invoiceItemWire(context, item),
  );
}
