import type { Context } from '../context.ts';
import type { BillingState } from '../gateways/billing-ledger.ts';
import type { CheckoutSession, Subscription } from '../gateways/payments.ts';

export interface Payments {
  readonly sessions: readonly CheckoutSession[];
  readonly subscriptions: readonly Subscription[];
}

/**
 * The customers' sessions and subscriptions. Stripe's lists may lag, so a stored session and the subscription
 * of a session are retrieved by id if the lists do not contain them.
 */
export async function paymentsOf(
  { payments }: Pick<Context, 'payments'>,
  customers: readonly string[],
  { sessionId }: BillingState,
): Promise<Payments> {
  const [sessionLists, subscriptionLists] = await Promise.all([
    Promise.all(customers.map((customer) => payments.listCheckoutSessions(customer))),
    Promise.all(customers.map((customer) => payments.listSubscriptions(customer))),
  ]);
  const sessions = sessionLists.flat();
  if (sessionId !== undefined && !sessions.some(({ id }) => id === sessionId)) {
    const stored = await payments.retrieveCheckoutSession(sessionId);
    if (stored !== undefined) sessions.push(stored.session);
  }
  const subscriptions = subscriptionLists.flat();
  for (const { subscriptionId } of sessions) {
    if (subscriptionId === undefined || subscriptions.some(({ id }) => id === subscriptionId)) continue;
    const bought = await payments.retrieveSubscription(subscriptionId);
    if (bought !== undefined) subscriptions.push(bought);
  }
  return { sessions, subscriptions };
}
