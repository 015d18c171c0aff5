import { attachPaymentMethod } from '../billing/save-card.ts';
import { startSubscription } from '../billing/start-subscription.ts';
import type { Context } from '../context.ts';
import { createCustomer } from '../customers/create-customer.ts';
import { emit } from '../events.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import type { PaymentMethod } from '../state/customer-entities.ts';
import { checkoutSessionWire } from '../wire/checkout-session-wire.ts';
import { found } from '../wire/require.ts';

/** What follows a payment that went through: the customer, the subscription and the completed session. */
export function completeSession(
  context: Context,
  session: CheckoutSession,
  method: PaymentMethod,
  now: number,
): CheckoutSession {
  const { store } = context;
  const { email, name, postalCode } = method.billingDetails;
  const customer = session.customer ?? createCustomer(context, { email, name }).id;
  attachPaid(context, session, method, customer);
  const paymentIntent = found(session.paymentIntent ?? undefined, 'payment of the session');
  const request = { session, customer, paymentMethod: method.id, paymentIntent, now };
  const subscription = startSubscription(context, request);
  const complete = store.sessions.put({
    ...session,
    status: 'complete',
    customer,
    customerDetails: { email, name, postalCode },
    subscription: subscription.id,
    invoice: subscription.latestInvoice,
    awaitingAuthentication: false,
  });
  emit(context, 'checkout.session.completed', checkoutSessionWire(context, complete));
  return complete;
}

function attachPaid(
  context: Context,
  session: CheckoutSession,
  method: PaymentMethod,
  customer: string,
): void {
  const { store } = context;
  attachPaymentMethod(context, method, customer);
  const intent = found(store.paymentIntents.get(session.paymentIntent ?? ''), 'payment of the session');
  store.paymentIntents.put({ ...intent, customer });
  const charge = store.charges.get(intent.latestCharge ?? '');
  if (charge !== undefined) store.charges.put({ ...charge, customer });
}
