import { finalizeInvoice, markPaid, putDraft } from '../billing/create-invoice.ts';
import { addPendingItem, takeItems } from '../billing/invoice-items.ts';
import type { Context } from '../context.ts';
import { requireFound, requirePrice } from '../lookup/require.ts';
import { linesOf, type PricedLine } from '../pricing/price-lines.ts';
import type { Invoice, InvoiceItem } from '../state/billing-entities.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { DiscountAmount } from '../state/discount-entities.ts';
import { newId } from '../state/identifiers.ts';

/** Makes the paid invoice of a one-time purchase, where the session asked for one; null where it did not. */
export function invoicePurchase(context: Context, session: CheckoutSession, now: number): Invoice | null {
  const { options, testClock, paymentIntent } = session;
  const { invoice: wanted = null, automaticTax = false } = options;
  if (wanted === null) return null;
  const customer = requireFound(session.customer ?? undefined, 'customer of the session');
  const currency = requireFound(session.currency ?? undefined, 'currency of the session');
  const buyer = { created: now, customer, currency, testClock };
  const lines = linesOf(context, session);
  const items = lines.map((line) => addPendingItem(context, { ...billed(context, line, now), ...buyer }));
  const draft = putDraft(context, {
    ...buyer,
    ...wanted,
    billingReason: 'manual',
    subscription: null,
    autoAdvance: false,
    ...(automaticTax && { automaticTax }),
    lines: (id) => {
      const discounts = discountsOn(context, session, { lines, invoice: id, now });
      return takeItems(context, items, id).map((line, index) => ({
        ...line,
        discountAmounts: discounts[index] ?? [],
      }));
    },
  });
  return markPaid(context, finalizeInvoice(context, draft, now, paymentIntent), now);
}

type BilledItem = Omit<InvoiceItem, 'created' | 'currency' | 'customer' | 'id' | 'invoice' | 'testClock'>;

function billed({ store }: Context, { item, product, subtotal }: PricedLine, now: number): BilledItem {
  const { taxRates: own = [], automaticRates = [] } = item;
  return {
    description: requireFound(store.products.get(product), `product ${product}`).name,
    amount: subtotal,
    quantity: item.quantity,
    unitAmount: requirePrice(store, item.price).unitAmount,
    price: item.price,
    product,
    subscription: null,
    subscriptionItem: null,
    proration: false,
    creditedItems: null,
    discountable: true,
    taxRates: own.length > 0 ? own : automaticRates,
    periodStart: now,
    periodEnd: now,
    metadata: {},
  };
}

/** What the discount of the session took off each line, as one of the invoice. */
function discountsOn(
  { store }: Context,
  { discount, customer, id: checkoutSession }: CheckoutSession,
  { lines, invoice, now }: { lines: readonly PricedLine[]; invoice: string; now: number },
): DiscountAmount[][] {
  if (discount === null) return [];
  const { id } = store.discounts.put({
    ...discount,
    id: newId('di'),
    customer: customer ?? '',
    checkoutSession,
    subscription: null,
    start: now,
    end: null,
    spentOn: invoice,
  });
  return lines.map(({ discount: amount }) => (amount > 0 ? [{ discount: id, amount }] : []));
}
