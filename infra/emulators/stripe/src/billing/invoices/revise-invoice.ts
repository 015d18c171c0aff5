import type { Discount } from '../../catalogue/discount.ts';
import { defined } from '../../description/json.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import type { Invoice } from '../billing-entities.ts';
import type { NewDraft } from './create-invoice.ts';
import { inheritedDiscounts, takeItems } from './create-invoice-item.ts';
import { type InvoiceItem, invoiceItemWire } from './invoice-item.ts';

/** What a draft that replaces the `original` takes over: everything but its number, dates and credit notes. */
export function copyInvoice(
  context: Context,
  original: Invoice,
  id: string,
  now: number,
): Omit<NewDraft, 'billing_reason' | 'created'> {
  const { currency, custom_fields, customer, description, footer, metadata, test_clock } = original;
  const { automaticTax, default_payment_method, default_tax_rates, due_date } = original;
  const { rendering, split, statement_descriptor } = original;
  const items = original.lines.map(({ invoice_item }) => copyItem(context, invoice_item ?? '', now));
  const discounts = original.discounts ?? inheritedDiscounts(original) ?? [];
  return {
    ...defined({ automaticTax, default_payment_method, default_tax_rates, due_date }),
    ...defined({ rendering, split, statement_descriptor }),
    ...{ custom_fields: custom_fields ?? null, description: description ?? null, footer: footer ?? null },
    ...{ currency, customer, metadata, test_clock },
    subscription: null,
    discounts: discounts.map((discount) => copyDiscount(context, discount, { spentOn: id })),
    from_invoice: { invoice: original.id, copies: items.map((item) => item.id) },
    lines: () => takeItems(context, items, id),
  };
}

function copyItem(context: Context, id: string, now: number): InvoiceItem {
  const { store } = context;
  const item = requireFound(store.invoiceItems.get(id), `invoice item ${id}`);
  const copied = newId('ii');
  const discounts = new Map(
    item.discounts?.map((each) => [each, copyDiscount(context, each, { invoice_item: copied })]),
  );
  const copy = store.invoiceItems.put({
    ...item,
    ...(item.discounts && { discounts: [...discounts.values()] }),
    ...(item.discount_amounts && {
      discount_amounts: item.discount_amounts.map(({ amount, discount }) => ({
        amount,
        discount: discounts.get(discount) ?? discount,
      })),
    }),
    id: copied,
    created: now,
    invoice: null,
  });
  emit(context, 'invoiceitem.created', invoiceItemWire(context, copy));
  return copy;
}

function copyDiscount(
  { store }: Context,
  id: string,
  owner: Partial<Pick<Discount, 'invoice_item' | 'spentOn'>>,
): string {
  const discount = requireFound(store.discounts.get(id), `discount ${id}`);
  return store.discounts.put({ ...discount, ...owner, subscription: null, id: newId('di') }).id;
}
