import { finalizeInvoice, markPaid, putDraft } from '../billing/create-invoice.ts';
import { addPendingItem, takeItems } from '../billing/invoice-items.ts';
import { pricedOnce } from '../billing/one-time-items.ts';
import { discountOnInvoice } from '../billing/redeem-coupon.ts';
import type { Context } from '../context.ts';
import { requireFound } from '../lookup/require.ts';
import { priceLines } from '../pricing/price-lines.ts';
import type { Invoice } from '../state/billing-entities.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';

/** Creates the paid invoice of a one-time purchase; null if the session does not request one. */
export function invoicePurchase(context: Context, session: CheckoutSession, now: number): Invoice | null {
  const { id: checkoutSession, discount, options, testClock, paymentIntent } = session;
  const { invoice: requested = null, automaticTax = false } = options;
  if (requested === null) return null;
  const customer = requireFound(session.customer ?? undefined, 'customer of the session');
  const currency = requireFound(session.currency ?? undefined, 'currency of the session');
  const buyer = { created: now, customer, currency, testClock, subscription: null };
  const lines = priceLines(context, session);
  const items = lines.map(({ item, taxRates }) =>
    addPendingItem(context, {
      ...pricedOnce(context, item.price, item.quantity, 'line_items'),
      ...buyer,
      subscriptionItem: null,
      proration: false,
      creditedItems: null,
      discountable: true,
      taxRates,
      periodStart: now,
      periodEnd: now,
      metadata: {},
    }),
  );
  const draft = putDraft(context, {
    ...buyer,
    ...requested,
    billingReason: 'manual',
    autoAdvance: false,
    ...(automaticTax && { automaticTax }),
    lines: (invoice) => {
      const billed = takeItems(context, items, invoice);
      if (discount === null) return billed;
      const { id } = discountOnInvoice(context, invoice, {
        ...discount,
        checkoutSession,
        customer,
        start: now,
      });
      return billed.map((line, index) => {
        const amount = lines[index]?.discount ?? 0;
        return amount > 0 ? { ...line, discountAmounts: [{ discount: id, amount }] } : line;
      });
    },
  });
  return markPaid(context, finalizeInvoice(context, draft, now, paymentIntent), now);
}
