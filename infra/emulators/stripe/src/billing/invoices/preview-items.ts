import type Stripe from 'stripe';
import { nestParam, noSuch, renamingParams } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { list, object } from '../../kinds/params/composite.ts';
import { optional, type ReadValue } from '../../kinds/params/reader.ts';
import { createInvoiceItem, invoiceItemFields, updateInvoiceItem } from './invoice-items.ts';

const { pricing: _, ...fields } = invoiceItemFields;

const described = describedParams<Stripe.InvoiceCreatePreviewParams.InvoiceItem>(
  'POST /v1/invoices/create_preview invoice_items[0]',
);

/** Invoice items that exist for a preview only, and changes of pending ones. */
export const previewItemsParam = optional(
  list(
    object({
      ...fields,
      ...described('currency', 'invoiceitem', 'price'),
      unit_amount: fields.unit_amount_decimal,
    }),
    250,
  ),
);

type PreviewItem = NonNullable<ReadValue<typeof previewItemsParam>>[number];

export function addPreviewItems(
  context: Context,
  customer: string,
  items: ReadValue<typeof previewItemsParam> = [],
): void {
  for (const [index, item] of items.entries()) {
    renamingParams(
      (param) => nestParam(`invoice_items[${index}]`)(param.replace('pricing[price]', 'price')),
      () => addItem(context, customer, item),
    );
  }
}

function addItem(context: Context, customer: string, item: PreviewItem): void {
  const { invoiceitem: id, price, unit_amount, ...rest } = item;
  const given = {
    ...rest,
    pricing: price === undefined ? undefined : { price },
    unit_amount_decimal: rest.unit_amount_decimal ?? unit_amount,
  };
  if (id === undefined) {
    createInvoiceItem(context, { ...given, customer, invoice: undefined, subscription: undefined });
    return;
  }
  if (context.store.invoiceItems.get(id)?.customer !== customer)
    throw noSuch('invoiceitem', id, 'invoiceitem');
  updateInvoiceItem(context, given, { id });
}
