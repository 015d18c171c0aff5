import type {
  CreditedItems,
  InvoiceItem,
  InvoiceLine,
  Subscription,
} from '../../billing/billing-entities.ts';
import type { PricedPeriod } from '../../billing/changes/prorate.ts';
import { pendingItemsOfSubscription } from '../../billing/invoices/create-invoice-item.ts';
import { lineDiscount } from '../../billing/invoices/invoice-total.ts';
import type { Context } from '../../kinds/context.ts';

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
  readonly discountAmounts: InvoiceLine['discountAmounts'];
  readonly reference: CreditedItems;
  /** The invoice item that it comes from, if any. */
  readonly invoiceItem: string | null;
}

type Pending = Pick<InvoiceItem, 'created' | 'currency' | 'customer' | 'invoice' | 'metadata' | 'testClock'>;

/** The charges for the subscription's items that can be credited from `time` on, oldest first. */
export function openDebits(context: Context, subscription: Subscription, time: number): Debit[] {
  const charged = listDebits(context, subscription);
  return charged.filter(({ until, periodStart }) => until > Math.max(periodStart, time));
}

/** All charges, billed or pending. Voided invoices do not count. */
function listDebits(context: Context, subscription: Subscription): Debit[] {
  const charges = [...billed(context, subscription), ...pending(context, subscription)];
  const credits = charges.filter(({ creditedItems }) => creditedItems !== null);
  return charges.flatMap((charge) => {
    const { subscriptionItem, price, creditedItems } = charge;
    if (subscriptionItem === null || price === null || creditedItems !== null) return [];
    if (charge.amount - lineDiscount(charge) <= 0) return [];
    const starts = credits.filter((credit) => isCreditFor(credit, charge)).map((one) => one.periodStart);
    return [
      {
        ...charge,
        id: subscriptionItem,
        price,
        cost: charge.amount,
        until: Math.min(charge.periodEnd, ...starts),
      },
    ];
  });
}

function isCreditFor({ creditedItems }: Charge, { reference, invoiceItem }: Charge): boolean {
  if (creditedItems === null) return false;
  if ('invoiceItem' in creditedItems) return creditedItems.invoiceItem === invoiceItem;
  return 'lines' in reference && reference.lines.some((line) => creditedItems.lines.includes(line));
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
      discountAmounts: item.discountAmounts ?? [],
      invoiceItem: item.id,
      reference: { invoiceItem: item.id },
    }));
}
