import type { Invoice } from '../billing/billing-entities.ts';
import { pricedOnce } from '../billing/invoices/add-one-time-items.ts';
import { finalizeInvoice, markPaid, putDraft } from '../billing/invoices/create-invoice.ts';
import { addPendingItem, takeItems } from '../billing/invoices/create-invoice-item.ts';
import { discountOnInvoice } from '../catalogue/discount.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { newId } from '../kinds/objects.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { priceLines } from './price-lines.ts';

/** Creates the paid invoice of a one-time purchase; null if the session does not request one. */
export function invoicePurchase(context: Context, session: CheckoutSession, now: number): Invoice | null {
  const { id: checkout_session, discount, options, test_clock, payment_intent } = session;
  const { invoice: requested, automaticTax } = options;
  if (requested === null) return null;
  const customer = requireFound(session.customer ?? undefined, 'customer of the session');
  const currency = requireFound(session.currency ?? undefined, 'currency of the session');
  const buyer = { created: now, customer, currency, test_clock, subscription: null };
  const items = priceLines(context, session).map(({ item, tax_rates }) =>
    addPendingItem(context, {
      ...pricedOnce(context, item.price, item.quantity, 'line_items'),
      ...buyer,
      tax_rates,
      period_start: now,
      period_end: now,
    }),
  );
  const id = newId('in');
  const redeemed =
    discount && discountOnInvoice(context, id, { ...discount, checkout_session, customer, start: now });
  const draft = putDraft(context, {
    ...buyer,
    id,
    discounts: redeemed === null ? [] : [redeemed.id],
    ...requested,
    billing_reason: 'manual',
    auto_advance: false,
    ...(automaticTax && { automaticTax }),
    lines: (invoice) => takeItems(context, items, invoice),
  });
  return markPaid(context, finalizeInvoice(context, draft, now, payment_intent), now);
}
