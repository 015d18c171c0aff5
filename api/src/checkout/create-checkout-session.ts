import { randomUUID } from 'node:crypto';
import type { PlanName } from '@outharbor/contract/plans';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { Identity } from '../gateways/identity-gateway.ts';
import type { OpenCheckoutSession } from '../gateways/payment-gateway.ts';
import { ensureCustomer } from '../subscriptions/ensure-customer.ts';
import { expireOpenSessions } from '../subscriptions/expire-open-sessions.ts';
import { checkoutAddresses } from './checkout-addresses.ts';
import { beginAttempt, completeAttempt } from './checkout-attempt.ts';

type Deps = Pick<Context, 'config' | 'payments' | 'ledger' | 'logger' | 'synchronisePlan'>;

interface Wish {
  readonly user: Identity;
  readonly plan: PlanName;
}

/**
 * Opens a checkout for a user without a plan. The order is what keeps a person from paying twice:
 * older sessions are expired before the provider is asked for subscriptions, so none of them can
 * become one unseen; and a session's address leaves the API only once it is the stored one.
 */
export async function createCheckoutSession(deps: Deps, wish: Wish): Promise<OpenCheckoutSession> {
  const customerId = await ensureCustomer(deps, wish.user);
  const opened = await openCheckout(deps, wish, customerId);
  if (opened !== 'customer_missing') return opened;

  // From the beginning, because another call may have replaced the customer and opened a session for it.
  const successor = await ensureCustomer(deps, { ...wish.user, replaces: customerId });
  const again = await openCheckout(deps, wish, successor);
  if (again === 'customer_missing') throw new AppError('checkout_in_progress');
  return again;
}

async function openCheckout(
  deps: Deps,
  { user, plan }: Wish,
  customerId: string,
): Promise<OpenCheckoutSession | 'customer_missing'> {
  const attempt = randomUUID();
  await beginAttempt(deps, user.uid, attempt);

  await expireOpenSessions(deps, customerId);
  const { planType } = await deps.synchronisePlan(user.uid);
  if (planType !== undefined) throw new AppError('plan_already_active');

  const session = await deps.payments.createCheckoutSession({
    uid: user.uid,
    customerId,
    plan,
    attempt,
    ...checkoutAddresses(deps.config.publicUrl),
  });
  if (session === 'customer_missing') return session;
  await storeOrExpire(deps, user.uid, attempt, session.id);
  return session;
}

async function storeOrExpire(deps: Deps, uid: string, attempt: string, sessionId: string): Promise<void> {
  let stored = false;
  try {
    stored = await completeAttempt(deps, uid, attempt, sessionId);
  } finally {
    if (!stored) await discard(deps, uid, sessionId);
  }
  if (!stored) throw new AppError('checkout_in_progress');
}

// Nobody has its address, and the reconciler expires what is left over here.
async function discard({ payments, logger }: Deps, uid: string, sessionId: string): Promise<void> {
  try {
    await payments.expireCheckoutSession(sessionId);
  } catch (err) {
    logger.warn({ err, uid, sessionId }, 'a superseded checkout session stays open for now');
  }
}
