import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { copySession } from './copy-session.ts';
import { startSetup } from './save-for-later.ts';

const RECOVERABLE_SECONDS = 30 * SECONDS_A_DAY;

/** What an expired session keeps, so that the app can ask its visitor back. */
export function leaveBehind(
  { store }: Context,
  session: CheckoutSession,
  now: number,
): Partial<CheckoutSession> {
  const { collected, paymentIntent, recovery } = session;
  const tried = store.paymentIntents.get(paymentIntent ?? '')?.paymentMethod;
  const email = store.paymentMethods.get(tried ?? '')?.billingDetails.email ?? null;
  return {
    ...(recovery?.enabled && { recovery: { ...recovery, until: now + RECOVERABLE_SECONDS } }),
    ...(collected?.promotions === true && email !== null && { abandonedBy: email }),
  };
}

/** Whether the page of an expired session still leads to a copy. */
export function isRecoverable({ time }: Context, { recovery, testClock }: CheckoutSession): boolean {
  return time.now(testClock) < (recovery?.until ?? 0);
}

/** A copy of an expired session, on a page of its own even if the original was embedded. */
export function recoverSession(context: Context, expired: CheckoutSession): CheckoutSession {
  const { collected: _answers, abandonedBy: _visitor, embedding, recovery, ...original } = expired;
  const { enabled = false, allowsCodes = false } = recovery ?? {};
  const { options, mode, testClock } = original;
  const setup = mode === 'setup' ? startSetup(context, expired, context.time.now(testClock)) : null;
  const session = copySession(context, original, {
    status: 'open',
    successUrl: embedding === undefined ? original.successUrl : embedding.returnUrl,
    paymentIntent: null,
    setupIntent: setup?.id ?? null,
    recovery: { enabled, allowsCodes },
    recoveredFrom: expired.id,
    options: { ...options, shown: { ...options.shown, allow_promotion_codes: allowsCodes } },
  });
  return context.store.sessions.put(session);
}
