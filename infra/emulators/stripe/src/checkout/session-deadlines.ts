import type { Context, Due } from '../kinds/context.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { expireSession } from './expire-session.ts';
import { settleSession } from './settle-session.ts';

export function dueOfSession({ status, expires_at, paymentSettlesAt, test_clock }: CheckoutSession): Due {
  return [paymentSettlesAt ?? (status === 'open' ? expires_at : null), test_clock];
}

export function runSession(context: Context, session: CheckoutSession, at: number): void {
  const { expires_at, paymentSettlesAt, status } = session;
  if (paymentSettlesAt !== null && paymentSettlesAt <= at) settleSession(context, session, at);
  if (status === 'open' && expires_at <= at) expireSession(context, session);
}
