import type { ConfirmPaymentResponse } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { CheckoutSession } from '../gateways/payment-gateway.ts';
import { adoptCustomer } from '../subscriptions/ensure-customer.ts';

type Deps = Pick<Context, 'payments' | 'ledger' | 'synchronisePlan'>;

/** Confirms that a session of this user was paid and that its subscription is the one that counts. */
export async function confirmPayment(
  deps: Deps,
  { uid, sessionId }: { readonly uid: string; readonly sessionId: string },
): Promise<ConfirmPaymentResponse> {
  const session = await deps.payments.retrieveCheckoutSession(sessionId);
  if (session === undefined) throw new AppError('checkout_session_not_found');
  if (session.uid !== uid) throw new AppError('forbidden');
  requirePaid(session);

  if (session.customerId !== undefined) await adoptCustomer(deps, uid, session.customerId);
  const { planType, subscriptionId } = await deps.synchronisePlan(uid);
  if (planType === undefined || subscriptionId !== session.subscriptionId) {
    throw new AppError('subscription_ended');
  }
  return { planType, sessionId };
}

function requirePaid(session: CheckoutSession): void {
  if (session.status !== 'complete' || !session.paid) throw new AppError('payment_incomplete');
  // A session of another product in the same Stripe account is none of ours.
  if (session.plan === undefined) throw new AppError('checkout_session_not_found');
}
