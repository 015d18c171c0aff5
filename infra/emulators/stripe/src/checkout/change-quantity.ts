import type { Context } from '../context.ts';
import { repriced } from '../pricing/price-lines.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';

interface QuantityChange {
  readonly item: string;
  readonly quantity: number;
}

/** Changes how many are bought of an item, within its bounds; anything else leaves the session as it is. */
export function changeQuantity(
  context: Context,
  session: CheckoutSession,
  { item: id, quantity }: QuantityChange,
): void {
  const lineItems = session.lineItems.map((item) => {
    if (item.id !== id || item.adjustable === undefined) return item;
    const { minimum, maximum } = item.adjustable;
    const isAllowed =
      Number.isSafeInteger(quantity) && quantity >= Math.max(minimum, 1) && quantity <= maximum;
    return isAllowed ? { ...item, quantity } : item;
  });
  context.store.sessions.put(repriced(context, { ...session, lineItems }));
}
