import type { Invoice } from '../billing/billing-entities.ts';
import { pricedOnce } from '../billing/invoices/add-one-time-items.ts';
import { finalizeInvoice, markPaid, type NewDraft, putDraft } from '../billing/invoices/create-invoice.ts';
import { addPendingItem, takeItems } from '../billing/invoices/create-invoice-item.ts';
import { discountOnInvoice } from '../catalogue/discount.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { newId } from '../kinds/objects.ts';
import type { CheckoutSession, SessionDiscount } from './checkout-entities.ts';
import { type PricedLine, priceLines } from './price-lines.ts';

/** Creates the paid invoice of a one-time purchase; null if the session does not request one. */
export function invoicePurchase(context: Context, session: CheckoutSession, now: number): Invoice | null {
  const { options, test_clock, payment_intent } = session;
  const { invoice: requested, automaticTax } = options;
  if (requested === null) return null;
  const customer = requireFound(session.customer ?? undefined, 'customer of the session');
  const currency = requireFound(session.currency ?? undefined, 'currency of the session');
  const draft = draftPurchase(context, priceLines(context, session), {
    ...{ created: now, customer, currency, test_clock, checkout_session: session.id },
    discount: session.discount,
    fields: { ...requested, ...(automaticTax && { automaticTax }) },
  });
  return markPaid(context, finalizeInvoice(context, draft, now, payment_intent), now);
}

interface Purchase extends Pick<NewDraft, 'created' | 'currency' | 'customer' | 'test_clock'> {
  readonly checkout_session: string | null;
  readonly discount: SessionDiscount | null;
  readonly fields: Partial<Omit<Invoice, 'lines'>>;
}

/** The draft of an invoice for one-time items. */
export function draftPurchase(
  context: Context,
  lines: readonly PricedLine[],
  { checkout_session, discount, fields, ...given }: Purchase,
): Invoice {
  const { created: now, customer } = given;
  const buyer = { ...given, subscription: null };
  const items = lines.map(({ item, price, tax_rates }) =>
    addPendingItem(context, {
      ...pricedOnce(context, price, item.quantity, 'line_items'),
      ...buyer,
      tax_rates,
      period_start: now,
      period_end: now,
    }),
  );
  const id = newId('in');
  const redeemed =
    discount && discountOnInvoice(context, id, { ...discount, checkout_session, customer, start: now });
  return putDraft(context, {
    ...buyer,
    id,
    discounts: redeemed === null ? [] : [redeemed.id],
    ...fields,
    billing_reason: 'manual',
    auto_advance: false,
    lines: (invoice) => takeItems(context, items, invoice),
  });
}
