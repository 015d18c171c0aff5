import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { newId } from '../kinds/objects.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { repriced } from './price-lines.ts';
import { startSetup } from './save-for-later.ts';

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
export function leaveBehind(
  { store }: Context,
  session: CheckoutSession,
  now: number,
): Partial<CheckoutSession> {
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
