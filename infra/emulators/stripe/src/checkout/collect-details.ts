import type { Context } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import type { CollectedDetails } from './custom-fields.ts';
import { repriced } from './price-lines.ts';

/**
 * Stores the visitor's answers, which may change taxes and shipping. They are stored before payment because
 * the bank may interrupt it for authentication.
 */
export function collectDetails(
  context: Context,
  session: CheckoutSession,
  collected: CollectedDetails,
): CheckoutSession {
  if (session.status !== 'open') return session;
  const { shipping_rate: rate } = collected;
  const kept = { ...session, collected, ...(rate !== undefined && { shipping: { rate } }) };
  return context.store.sessions.put(mayChangeTotal(session) ? repriced(context, kept) : kept);
}

/** Whether the answers may change the total. */
export function mayChangeTotal({ options, shipping_options }: CheckoutSession): boolean {
  return options.automaticTax || shipping_options.length > 1;
}

/** Changes an item's quantity within its bounds; invalid changes are ignored. */
export function changeQuantity(
  context: Context,
  session: CheckoutSession,
  { item: id, quantity }: { readonly item: string; readonly quantity: number },
): void {
  const line_items = session.line_items.map((item) => {
    if (item.id !== id || item.adjustable_quantity === undefined) return item;
    const { minimum, maximum } = item.adjustable_quantity;
    const isAllowed =
      Number.isSafeInteger(quantity) && quantity >= Math.max(minimum, 1) && quantity <= maximum;
    return isAllowed ? { ...item, quantity } : item;
  });
  context.store.sessions.put(repriced(context, { ...session, line_items }));
}
