import type { Context } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { lineItemWire } from './line-item.ts';
import { type PricedLine, priceLines } from './price-lines.ts';

export function lineItemWires(context: Context, session: CheckoutSession | undefined): object[] {
  const lines = session === undefined ? [] : priceLines(context, session);
  return lines.map((line) => lineItemWire(context, line));
}

/** Whether a session has the line item. */
export function hasItem({ line_items }: CheckoutSession, id: unknown): boolean {
  return line_items.some((item) => item.id === id);
}

/** Something of a session's line item. */
export function ofLine(
  context: Context,
  session: CheckoutSession | undefined,
  id: unknown,
  wire: (context: Context, session: CheckoutSession, line: PricedLine) => unknown,
): unknown {
  const line = session && priceLines(context, session).find(({ item }) => item.id === id);
  return line && wire(context, session, line);
}
