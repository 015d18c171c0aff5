import type { Context } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { repriced } from './price-lines.ts';

interface QuantityChange {
  readonly item: string;
  readonly quantity: number;
}

/** Changes an item's quantity within its bounds; invalid changes are ignored. */
export function changeQuantity(
  context: Context,
  session: CheckoutSession,
  { item: id, quantity }: QuantityChange,
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
