import type { Context } from '../context.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { CollectedDetails } from '../state/custom-fields.ts';

/** Keeps what the visitor answered, until the session is complete and after: a bank may ask in between. */
export function collectDetails(
  { store }: Context,
  session: CheckoutSession,
  collected: CollectedDetails,
): CheckoutSession {
  return session.status === 'open' ? store.sessions.put({ ...session, collected }) : session;
}
