import type { CallAnswer } from '@outharbor/contract/schemas';
import { AppError } from '../errors/app-error.ts';
import type { SignedIn } from '../gateways/identity.ts';
import { type AccountDeps, readAccount } from '../subscriptions/billing-record.ts';

/** Confirms that the user's session was paid and that its subscription is the one that grants the plan. */
export async function confirmPayment(
  deps: AccountDeps,
  { user, sessionId }: { readonly user: SignedIn; readonly sessionId: string },
): Promise<CallAnswer<'confirmPayment'>> {
  const state = await readAccount(deps, user);
  const found = await deps.payments.retrieveCheckoutSession(sessionId);
  if (found === undefined) throw new AppError('checkout_session_not_found');
  const { session, subscriptions } = found;
  if (session.uid !== user.uid) throw new AppError('forbidden');
  if (session.status !== 'complete' || !session.paid) throw new AppError('payment_incomplete');

  const view = { user, state, customerId: session.customerId, subscriptions };
  const { planType, subscriptionId } = await deps.synchronisePlan(user.uid, { view });
  if (planType === undefined || subscriptionId !== session.subscriptionId) {
    throw new AppError('subscription_ended');
  }
  return { planType, sessionId };
}
