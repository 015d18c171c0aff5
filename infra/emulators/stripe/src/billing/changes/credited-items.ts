import type { Context } from '../../kinds/context.ts';
import type { Subscription } from '../billing-entities.ts';
import { pendingItemsOfSubscription } from '../invoices/create-invoice-item.ts';
import { lineDiscount } from '../invoices/discounted-lines.ts';
import type { CreditedItems, InvoiceItem, InvoiceLine } from '../invoices/invoice-item.ts';
import { isFree, missingFrom, type PricedPeriod, type Proration, part, remainder } from './prorate.ts';

/** A charge for the time of an item, as far as it is not credited yet. */
export interface Debit extends PricedPeriod {
  /** Before discounts. */
  readonly amount: number;
  /** When the part that is already credited begins, or else the end of the period. */
  readonly until: number;
  /** How a credit refers to this charge. */
  readonly reference: CreditedItems;
}

interface Charge extends Omit<InvoiceItem, keyof Pending> {
  readonly discount_amounts: InvoiceLine['discount_amounts'];
  readonly reference: CreditedItems;
  /** The invoice item that it comes from, if any. */
  readonly invoice_item: string | null;
}

type Pending = Pick<InvoiceItem, 'created' | 'currency' | 'customer' | 'invoice' | 'metadata' | 'test_clock'>;

/**
 * The charges for the subscription's items, billed or pending, that can be credited from `time` on, oldest first. Voided
 * invoices do not count.
 */
export function openDebits(context: Context, subscription: Subscription, time: number): Debit[] {
  const charges = [...billed(context, subscription), ...pending(context, subscription)];
  const credits = charges.filter(({ credited_items }) => credited_items !== null);
  return charges.flatMap((charge) => {
    const { subscription_item, price, credited_items } = charge;
    if (subscription_item === null || price === null || credited_items !== null) return [];
    if (charge.amount - lineDiscount(charge) <= 0) return [];
    const starts = credits.filter((credit) => isCreditFor(credit, charge)).map((one) => one.period_start);
    const until = Math.min(charge.period_end, ...starts);
    if (until <= Math.max(charge.period_start, time)) return [];
    return [{ ...charge, id: subscription_item, price, cost: charge.amount, until }];
  });
}

function isCreditFor({ credited_items }: Charge, { reference, invoice_item }: Charge): boolean {
  if (credited_items === null) return false;
  if ('invoice_item' in credited_items) return credited_items.invoice_item === invoice_item;
  return 'lines' in reference && reference.lines.some((line) => credited_items.lines.includes(line));
}

function billed({ store }: Context, { id, customer }: Subscription): Charge[] {
  const invoices = [...store.invoices.where('customer', customer, ({ status }) => status !== 'void')];
  return invoices
    .toReversed()
    .flatMap(({ id: invoice, lines }) =>
      lines
        .filter(({ subscription }) => subscription === id)
        .map((line) => ({ ...line, reference: { invoice, lines: [line.id] } })),
    );
}

function pending(context: Context, subscription: Subscription): Charge[] {
  return pendingItemsOfSubscription(context, subscription)
    .toReversed()
    .filter((item) => item.subscription === subscription.id)
    .map((item) => ({
      ...item,
      discount_amounts: item.discount_amounts ?? [],
      invoice_item: item.id,
      reference: { invoice_item: item.id },
    }));
}

interface Moment {
  readonly time: number;
  /** A new item then gets a free line. */
  readonly onTrial: boolean;
}

/** Credits what was charged for items that end or change, whatever they cost now. */
export function flexibleProrations(
  debits: readonly Debit[],
  { previous, next }: Readonly<Record<'next' | 'previous', readonly PricedPeriod[]>>,
  { time, onTrial }: Moment,
): Proration[] {
  const ended = new Set(
    missingFrom(next, previous)
      .filter((item) => !next.some((other) => isExtended(item, other)))
      .map(({ id }) => id),
  );
  const credits = debits.filter(({ id }) => ended.has(id)).map((debit) => creditFor(debit, time));
  const begun = missingFrom(previous, next).filter(({ period_end }) => period_end > time);
  const billed = begun.filter((item) => !isFree(item) || (onTrial && item.quantity > 0));
  const unpaidSince = (item: PricedPeriod) =>
    previous.find((other) => isExtended(other, item))?.period_end ?? time;
  return [...credits, ...billed.map((item) => remainder(item, unpaidSince(item)))];
}

/** Whether `after` is the same item in a period that only ends later. */
function isExtended(before: PricedPeriod, after: PricedPeriod): boolean {
  const { period_start, period_end } = after;
  if (period_end <= before.period_end) return false;
  return missingFrom([{ ...before, period_start, period_end }], [after]).length === 0;
}

function creditFor(debit: Debit, time: number): Proration {
  const span = [Math.max(debit.period_start, time), debit.until] as const;
  return { ...part('unused', debit, debit.amount, span), credited: debit.reference };
}
