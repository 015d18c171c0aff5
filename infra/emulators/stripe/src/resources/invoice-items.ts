import { type Endpoint, retrieval } from '../http/endpoint.ts';
import { resource } from '../http/resource.ts';
import { requireInvoiceItem } from '../lookup/lookup.ts';
import { invoiceItemWire } from '../wire/invoice-item-wire.ts';

const PATH = '/v1/invoiceitems';

const items = resource({
  path: PATH,
  noun: 'invoiceitem',
  among: (store) => store.invoiceItems,
  wire: invoiceItemWire,
});

export const invoiceItemEndpoints: readonly Endpoint[] = [
  items.list({
    filters: {
      customer: ({ customer }) => customer,
      invoice: ({ invoice }) => invoice,
      pending: ({ invoice }) => invoice === null,
    },
  }),
  retrieval(`${PATH}/:id`, (context, id) => invoiceItemWire(context, requireInvoiceItem(context, id))),
];
