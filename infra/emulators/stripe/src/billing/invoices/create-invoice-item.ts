import { hiding } from '../../customers/customer.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import type { Invoice, Subscription } from '../billing-entities.ts';
import { taxedLines } from '../tax/line-taxes.ts';
import { addTotal, discountedLines } from './discounted-lines.ts';
import { type InvoiceItem, type InvoiceLine, invoiceItemWire } from './invoice-item.ts';

const PLAIN = {
  credited_items: null,
  discountable: true,
  invoice: null,
  metadata: {},
  proration: false,
  subscription: null,
  subscription_item: null,
} as const satisfies Partial<InvoiceItem>;

/** Adds an item to the next invoice of its subscription or, if it names none, of its customer. */
export function addPendingItem(
  context: Context,
  item: Omit<InvoiceItem, 'id' | keyof typeof PLAIN> & Partial<Pick<InvoiceItem, 'id' | keyof typeof PLAIN>>,
): InvoiceItem {
  const { store } = context;
  const pending = store.invoiceItems.put({ ...PLAIN, id: newId('ii'), ...item });
  rememberPending(store, pending);
  emit(context, 'invoiceitem.created', invoiceItemWire(context, pending));
  return pending;
}

/** Pending items for a subscription's next invoice, newest first; without a subscription, only the customer's. */
export function listPendingItems(
  { store }: Context,
  owner: Pick<Invoice, 'currency' | 'customer' | 'subscription'>,
): InvoiceItem[] {
  const ids = store.customers.get(owner.customer)?.hidden.pending ?? [];
  return ids
    .toReversed()
    .map((id) => requireFound(store.invoiceItems.get(id), `invoice item ${id}`))
    .filter(
      ({ currency, subscription }) =>
        currency === owner.currency && (subscription === null || subscription === owner.subscription),
    );
}

export function pendingItemsOfSubscription(context: Context, subscription: Subscription): InvoiceItem[] {
  return listPendingItems(context, { ...subscription, subscription: subscription.id });
}

export function takeItems({ store }: Context, items: readonly InvoiceItem[], invoice: string): InvoiceLine[] {
  for (const item of items) {
    store.invoiceItems.put({ ...item, invoice });
    forgetPending(store, item);
  }
  return items.map(toLine);
}

function rememberPending(store: Context['store'], { id, customer: owner }: InvoiceItem): void {
  const customer = requireFound(store.customers.get(owner), `customer ${owner}`);
  store.customers.put(hiding(customer, { pending: [...customer.hidden.pending, id] }));
}

export function forgetPending(store: Context['store'], { id, customer: owner }: InvoiceItem): void {
  const customer = requireFound(store.customers.get(owner), `customer ${owner}`);
  store.customers.put(hiding(customer, { pending: customer.hidden.pending.filter((one) => one !== id) }));
}

function toLine(item: InvoiceItem): InvoiceLine {
  const { created, customer, currency, invoice, test_clock, discount_amounts: given = [], ...billed } = item;
  return { ...billed, id: newId('il'), invoice_item: item.id, discount_amounts: given };
}

/** Leaves an item for the next invoice. */
export function makePending(store: Context['store'], item: InvoiceItem): void {
  rememberPending(store, store.invoiceItems.put({ ...item, invoice: null }));
}

/** Updates a draft from its items; its discounts and tax rates apply to all lines. */
export function refreshDraft(context: Context, id: string): void {
  const { store } = context;
  const draft = store.invoices.get(id);
  if (draft === undefined) return;
  const kept = draft.lines.flatMap((line) => {
    if (line.invoice_item === null) return [line];
    const item = store.invoiceItems.get(line.invoice_item);
    return item?.invoice !== id ? [] : [{ ...toLine(item), id: line.id }];
  });
  const known = new Set(kept.map(({ invoice_item }) => invoice_item));
  const added = [...store.invoiceItems.where('invoice', id, (item) => !known.has(item.id))];
  const all = [...kept, ...added.toReversed().map(toLine)];
  const discounts = draft.discounts ?? inheritedDiscounts(draft);
  const now = context.time.now(draft.test_clock);
  const discounted = discountedLines(context, { ...draft, discounts }, all, now);
  const lines = taxedLines(context, draft, discounted);
  const total = addTotal(lines);
  store.invoices.put({ ...draft, lines, total, amount_due: total });
}

/** The discounts that the draft has taken over; undefined if its first line decides. */
export function inheritedDiscounts({ lines, subscription }: Invoice): readonly string[] | undefined {
  const ids = new Set(
    lines.flatMap(({ discountable, discount_amounts: amounts, discounts = [] }) =>
      discountable ? amounts.map(({ discount }) => discount).filter((id) => !discounts.includes(id)) : [],
    ),
  );
  return ids.size === 0 && subscription === null ? undefined : [...ids];
}
