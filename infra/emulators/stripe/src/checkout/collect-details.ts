import type { Context } from '../kinds/context.ts';
import { newId } from '../kinds/objects.ts';
import { type CheckoutSession, chosenItem, type LineItem } from './checkout-entities.ts';
import type { CollectedDetails } from './custom-fields.ts';
import { repriced } from './price-lines.ts';
import { adjustable } from './read-session-options.ts';

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
  const { amount, shipping_rate: rate } = collected;
  const chosen = amount === undefined ? session : withAmount(session, amount);
  const kept = { ...chosen, collected, ...(rate !== undefined && { shipping: { rate } }) };
  return context.store.sessions.put(mayChangeTotal(session) ? repriced(context, kept) : kept);
}

/** Whether the answers may change the total. */
export function mayChangeTotal(session: CheckoutSession): boolean {
  const { options, shipping_options } = session;
  return options.automaticTax || shipping_options.length > 1 || chosenItem(session) !== undefined;
}

/** Sets what the visitor chooses to pay for an item whose price leaves it to them. */
export function withAmount(session: CheckoutSession, chosenAmount: number): CheckoutSession {
  const { line_items } = session;
  const isChosen = (item: LineItem) => item.chosenAmount !== undefined;
  return {
    ...session,
    line_items: line_items.map((item) => (isChosen(item) ? { ...item, chosenAmount } : item)),
  };
}

/** Adds the optional item of a price to the order, or removes it; an unknown price is ignored. */
export function toggleOptional(context: Context, session: CheckoutSession, price: string): void {
  const { line_items, options } = session;
  const others = line_items.filter((item) => item.isOptional !== true || item.price !== price);
  const offered = options.shown.optional_items?.find((item) => item.price === price);
  const isAdded = others.length === line_items.length && offered !== undefined;
  const added = isAdded ? [optionalItem(offered)] : [];
  context.store.sessions.put(repriced(context, { ...session, line_items: [...others, ...added] }));
}

type Offered = NonNullable<CheckoutSession['options']['shown']['optional_items']>[number];

function optionalItem({ adjustable_quantity, price, quantity }: Offered): LineItem {
  const bounds = adjustable(adjustable_quantity);
  const item = { id: newId('li'), price, quantity, tax_rates: [], isOptional: true } as const;
  return bounds === undefined ? item : { ...item, adjustable_quantity: bounds };
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
