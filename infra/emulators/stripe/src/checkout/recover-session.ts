import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context, Due } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { cancelPaymentIntent } from '../payments/attempt-payment.ts';
import { settleBankPayment } from '../payments/confirm-payment.ts';
import { cancelSetup } from '../payments/set-up-card.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { checkoutSessionWire, putSession } from './checkout-session.ts';
import { invoicePurchase } from './invoice-purchase.ts';
import { repriced } from './price-lines.ts';
import { startSetup } from './save-for-later.ts';

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

/** A new session that sells the same, for a day. */
export function copySession(
  context: Context,
  template: CheckoutSession,
  changes: Partial<CheckoutSession>,
): CheckoutSession {
  const now = context.time.now(template.test_clock);
  return repriced(context, {
    ...template,
    id: newId(context.livemode ? 'cs_live' : 'cs_test', 58),
    created: now,
    expires_at: now + SECONDS_A_DAY,
    line_items: template.line_items.map((item) => ({ ...item, id: newId('li') })),
    ...changes,
  });
}

const RECOVERABLE_SECONDS = 30 * SECONDS_A_DAY;

/** What an expired session keeps, so that the app can ask its visitor back. */
function leaveBehind({ store }: Context, session: CheckoutSession, now: number): Partial<CheckoutSession> {
  const { collected, payment_intent, recovery } = session;
  const tried = store.paymentIntents.get(payment_intent ?? '')?.payment_method;
  const email = store.paymentMethods.get(tried ?? '')?.billing_details.email ?? null;
  return {
    ...(recovery?.enabled && { recovery: { ...recovery, expires_at: now + RECOVERABLE_SECONDS } }),
    ...(collected?.promotions === true && email !== null && { abandonedBy: email }),
  };
}

/** Whether the page of an expired session still leads to a copy. */
export function isRecoverable({ time }: Context, { recovery, test_clock }: CheckoutSession): boolean {
  return time.now(test_clock) < (recovery?.expires_at ?? 0);
}

/** A copy of an expired session, on a page of its own even if the original was embedded. */
export function recoverSession(context: Context, expired: CheckoutSession): CheckoutSession {
  const { collected: _answers, abandonedBy: _visitor, embedding, recovery, ...original } = expired;
  const { enabled = false, allow_promotion_codes = false } = recovery ?? {};
  const { options, mode, test_clock } = original;
  const setup = mode === 'setup' ? startSetup(context, expired, context.time.now(test_clock)) : null;
  const session = copySession(context, original, {
    status: 'open',
    success_url: embedding === undefined ? original.success_url : embedding.return_url,
    payment_intent: null,
    setup_intent: setup?.id ?? null,
    recovery: { enabled, allow_promotion_codes, expires_at: null },
    recovered_from: expired.id,
    options: { ...options, shown: { ...options.shown, allow_promotion_codes } },
  });
  return context.store.sessions.put(session);
}
