import type { Context } from '../../kinds/context.ts';
import { type Endpoint, type PathParams, post } from '../../kinds/endpoint.ts';
import { object } from '../../kinds/params/composite.ts';
import { flag, optional, type ReadValue, text } from '../../kinds/params/reader.ts';
import { partList } from '../../kinds/part-list.ts';
import { resource } from '../../kinds/resource.ts';
import { invoiceLineWire, invoiceWire, requireInvoice } from './invoice.ts';
import type { InvoiceLine } from './invoice-line.ts';
import { payOpenInvoice, payOutOfBand } from './pay-invoice.ts';

const PATH = '/v1/invoices';

const payParams = object({
  off_session: optional(flag),
  paid_out_of_band: optional(flag),
  payment_method: optional(text()),
});

const invoices = resource(PATH, requireInvoice, invoiceWire);

export const invoiceEndpoints: readonly Endpoint[] = [
  invoices.list({
    filters: {
      collection_method: ({ due_date }) => (due_date == null ? 'charge_automatically' : 'send_invoice'),
      customer: ({ customer }) => customer,
      status: ({ status }) => status,
      subscription: ({ subscription }) => subscription,
    },
    ranges: { due_date: ({ due_date }) => due_date },
    // Source: docs.stripe.com/billing/testing/test-clocks (invoices of test clocks are listed by what they belong to).
    where: ({ test_clock }, { customer, subscription }) =>
      test_clock === null || customer !== undefined || subscription !== undefined,
  }),
  invoices.retrieve,
  post(`${PATH}/:id/pay`, payParams, pay),
  partList(`${PATH}/:id/lines`, 'line item', (context, id) => {
    const invoice = requireInvoice(context, id);
    return { matches: invoice.lines, wire: (line: InvoiceLine) => invoiceLineWire(invoice, line) };
  }),
];

function pay(context: Context, params: ReadValue<typeof payParams>, { id = '' }: PathParams): object {
  const invoice = requireInvoice(context, id, 'id');
  if (params.paid_out_of_band === true) return invoiceWire(context, payOutOfBand(context, invoice));
  return invoiceWire(context, payOpenInvoice(context, invoice, params.payment_method));
}
