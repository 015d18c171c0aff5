import type { Context, Due } from '../kinds/context.ts';
import { emit } from '../kinds/objects.ts';
import { cancelPaymentIntent } from '../payments/attempt-payment.ts';
import { settleBankPayment } from '../payments/confirm-payment.ts';
import { cancelSetup } from '../payments/set-up-card.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { checkoutSessionWire, putSession } from './checkout-session.ts';
import { invoicePurchase } from './invoice-purchase.ts';
import { leaveBehind } from './recover-session.ts';

export function dueOfSession({ status, expires_at, paymentSettlesAt, test_clock }: CheckoutSession): Due {
  return [paymentSettlesAt ?? (status === 'open' ? expires_at : null), test_clock];
}

export function runSession(context: Context, session: CheckoutSession, at: number): void {
  const { expires_at, paymentSettlesAt, status } = session;
  if (paymentSettlesAt !== null && paymentSettlesAt <= at) settleSession(context, session, at);
  if (status === 'open' && expires_at <= at) expireSession(context, session);
}

/** Settles a completed session's bank debit, days after completion. */
function settleSession(context: Context, session: CheckoutSession, now: number): void {
  const isPaid = settleBankPayment(context, session.payment_intent);
  const purchase = isPaid ? invoicePurchase(context, session, now) : null;
  const settled = context.store.sessions.put({
    ...session,
    ...(purchase && { invoice: purchase.id }),
    paymentSettlesAt: null,
    payment_status: isPaid ? 'paid' : 'unpaid',
  });
  const outcome = isPaid ? 'succeeded' : 'failed';
  emit(context, `checkout.session.async_payment_${outcome}`, checkoutSessionWire(context, settled));
}

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
