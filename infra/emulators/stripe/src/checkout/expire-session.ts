import type { Context } from '../kinds/context.ts';
import { cancelPaymentIntent } from '../payments/attempt-payment.ts';
import { cancelSetup } from '../payments/set-up-card.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { putSession } from './checkout-session.ts';
import { leaveBehind } from './recover-session.ts';

/** Expires an open session and cancels its payment or setup. */
export function expireSession(context: Context, session: CheckoutSession): CheckoutSession {
  const now = context.time.now(session.test_clock);
  const intent = context.store.paymentIntents.get(session.payment_intent ?? '');
  if (intent !== undefined) cancelPaymentIntent(context, intent, now);
  const setup = context.store.setupIntents.get(session.setup_intent ?? '');
  if (setup !== undefined) cancelSetup(context, setup, null);
  return putSession(context, 'checkout.session.expired', {
    ...session,
    ...leaveBehind(context, session, now),
    status: 'expired',
    awaitingAuthentication: false,
  });
}
