import type { Context } from '../context.ts';
import { repriced } from '../pricing/price-lines.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { CollectedDetails } from '../state/custom-fields.ts';

/**
 * Keeps what the visitor answered, which may change the taxes and the cost of shipping, until the session is complete and
 * after: a bank may ask in between.
 */
export function collectDetails(
  context: Context,
  session: CheckoutSession,
  collected: CollectedDetails,
): CheckoutSession {
  if (session.status !== 'open') return session;
  const { shippingRate: rate } = collected;
  const kept = { ...session, collected, ...(rate !== undefined && { shipping: { rate } }) };
  return context.store.sessions.put(mayCostMore(session) ? repriced(context, kept) : kept);
}

/** Whether what is filled in may change the total. */
export function mayCostMore({ options, shippingOptions = [] }: CheckoutSession): boolean {
  return options.automaticTax === true || shippingOptions.length > 1;
}
