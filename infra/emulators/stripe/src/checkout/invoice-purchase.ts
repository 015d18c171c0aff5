import type { Invoice } from '../billing/billing-entities.ts';
import { pricedOnce } from '../billing/invoices/add-one-time-items.ts';
import { finalizeInvoice, markPaid, putDraft } from '../billing/invoices/create-invoice.ts';
import { addPendingItem, takeItems } from '../billing/invoices/create-invoice-item.ts';
import { priceLines } from '../billing/invoices/price-lines.ts';
import { discountOnInvoice } from '../catalogue/redeem-coupon.ts';
import type { Context } from '../kinds/context.ts';
import { requireFound } from '../kinds/require.ts';
import { newId } from '../kinds/store/identifiers.ts';
import type { CheckoutSession } from './checkout-entities.ts';

/** Creates the paid invoice of a one-time purchase; null if the session does not request one. */
export function invoicePurchase(context: Context, session: CheckoutSession, now: number): Invoice | null {
  const { id: checkoutSession, discount, options, testClock, paymentIntent } = session;
  const { invoice: requested = null, automaticTax = false } = options;
  if (requested === null) return null;
  const customer = requireFound(session.customer ?? undefined, 'customer of the session');
  const currency = requireFound(session.currency ?? undefined, 'currency of the session');
  const buyer = { created: now, customer, currency, testClock, subscription: null };
  const items = priceLines(context, session).map(({ item, taxRates }) =>
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
  const id = newId('in');
  const redeemed =
    discount && discountOnInvoice(context, id, { ...discount, checkoutSession, customer, start: now });
  const draft = putDraft(context, {
    ...buyer,
    id,
    discounts: redeemed === null ? [] : [redeemed.id],
    ...requested,
    billingReason: 'manual',
    autoAdvance: false,
    ...(automaticTax && { automaticTax }),
    lines: (invoice) => takeItems(context, items, invoice),
  });
  return markPaid(context, finalizeInvoice(context, draft, now, paymentIntent), now);
}
