import type Stripe from 'stripe';
import { nestParam, noSuch, notSupported, rejected, renamingParams } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, type PathParams, post } from '../../kinds/endpoint.ts';
import { callParams, describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, list, metadata, object } from '../../kinds/params/composite.ts';
import type { ReadValue } from '../../kinds/params/reader.ts';
import type { Invoice } from '../billing-entities.ts';
import { makePending, refreshDraft, takeItems } from './create-invoice-item.ts';
import { changeInvoice, invoiceLineWire, invoiceWire, requireDraft, requireInvoice } from './invoice.ts';
import { type InvoiceLine, requireInvoiceItem } from './invoice-item.ts';
import {
  createInvoiceItem,
  deleteInvoiceItem,
  invoiceItemFields,
  MOST_ITEMS,
  requireRoom,
  updateInvoiceItem,
} from './invoice-items.ts';

const PATH = '/v1/invoices';

const describedNew = describedParams<Stripe.InvoiceAddLinesParams.Line>(
  `POST ${PATH}/:id/add_lines lines[0]`,
);
const described = describedParams<Stripe.InvoiceUpdateLinesParams.Line>(
  `POST ${PATH}/:id/update_lines lines[0]`,
);

const addParams = object({
  invoice_metadata: metadata,
  lines: list(object({ ...invoiceItemFields, ...describedNew('invoice_item') }), MOST_ITEMS),
});
const updateParams = object({
  invoice_metadata: metadata,
  lines: list(object({ ...invoiceItemFields, ...described('id') }), MOST_ITEMS),
});
const removeParams = callParams<Stripe.InvoiceRemoveLinesParams, Given>(`POST ${PATH}/:id/remove_lines`, {
  invoice_metadata: metadata,
  lines: MOST_ITEMS,
});
const lineParams = object(invoiceItemFields);

export const invoiceLineEndpoints: readonly Endpoint[] = [
  post(`${PATH}/:id/add_lines`, addParams, changing(addLines)),
  post(`${PATH}/:id/update_lines`, updateParams, changing(updateLines)),
  post(`${PATH}/:id/remove_lines`, removeParams, changing(removeLines)),
  post(`${PATH}/:id/lines/:line`, lineParams, (context, fields, { id = '', line = '' }) => {
    const invoice = requireDraft(context, id);
    updateInvoiceItem(context, fields, { id: requireItem(requireLine(invoice, line)) });
    announce(context, invoice, undefined);
    const changed = requireInvoice(context, id);
    return invoiceLineWire(changed, requireLine(changed, line));
  }),
];

interface Given {
  readonly invoice_metadata: ReadValue<typeof metadata>;
}

/** A change of the lines of a draft, which is announced once. */
function changing<P extends Given>(change: (context: Context, invoice: Invoice, params: P) => void) {
  return (context: Context, params: P, { id = '' }: PathParams) => {
    const invoice = requireDraft(context, id);
    change(context, invoice, params);
    return announce(context, invoice, params.invoice_metadata);
  };
}

function addLines(context: Context, invoice: Invoice, { lines }: ReadValue<typeof addParams>): void {
  const { currency, customer, id } = invoice;
  const own = { currency, customer, invoice: id, subscription: undefined };
  for (const [index, { invoice_item: item, ...fields }] of lines.entries()) {
    renamingParams(inLine(index), () => {
      if (item === undefined) createInvoiceItem(context, { ...fields, ...own });
      else addPending(context, invoice, item, fields);
    });
  }
}

/** What an item names by itself, as the request does: `pricing[price]` → `lines[0][pricing][price]`. */
const inLine = (index: number) => nestParam(`lines[${index}]`);

function addPending(
  context: Context,
  invoice: Invoice,
  id: string,
  fields: ReadValue<typeof lineParams>,
): void {
  const item = requireInvoiceItem(context, id, 'invoice_item');
  if (item.invoice !== null) {
    throw rejected(`The invoice item ${id} is already attached to an invoice.`, 'invoice_item');
  }
  if (item.customer !== invoice.customer || item.currency !== invoice.currency) {
    throw rejected(`The invoice item ${id} does not match the customer and currency of the invoice.`, {
      param: 'invoice_item',
    });
  }
  requireRoom(context.store.invoices.get(invoice.id)?.lines ?? []);
  takeItems(context, [item], invoice.id);
  if (Object.keys(defined(fields)).length > 0) updateInvoiceItem(context, fields, { id });
  else refreshDraft(context, invoice.id);
}

function updateLines(context: Context, invoice: Invoice, { lines }: ReadValue<typeof updateParams>): void {
  for (const [index, { id: line, ...fields }] of lines.entries()) {
    const item = requireItem(requireLine(invoice, line));
    renamingParams(inLine(index), () => updateInvoiceItem(context, fields, { id: item }));
  }
}

function removeLines(context: Context, invoice: Invoice, { lines }: ReadValue<typeof removeParams>): void {
  for (const { behavior, id: line } of lines) {
    const item = requireItem(requireLine(invoice, line));
    if (behavior === 'delete') deleteInvoiceItem(context, {}, { id: item });
    else {
      // The item waits for the next invoice.
      makePending(context.store, requireInvoiceItem(context, item));
      refreshDraft(context, invoice.id);
    }
  }
}

function requireLine({ lines }: Invoice, id: string): InvoiceLine {
  const line = lines.find((each) => each.id === id);
  if (line === undefined) throw noSuch('invoice line item', id, 'id');
  return line;
}

/** The lines of a subscription follow its items. */
function requireItem({ invoice_item }: InvoiceLine): string {
  if (invoice_item === null) throw notSupported('changing a line that a subscription makes');
  return invoice_item;
}

function announce(context: Context, before: Invoice, change: ReadValue<typeof metadata>): object {
  const after = requireInvoice(context, before.id);
  const metadata = changedMetadata(after.metadata, change);
  return invoiceWire(context, changeInvoice(context, before, { ...after, metadata }));
}
