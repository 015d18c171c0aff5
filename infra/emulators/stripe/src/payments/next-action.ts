import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import type { PaymentIntent, SetupIntent } from './payment-entities.ts';

type NextAction =
  | {
      type: 'verify_with_microdeposits';
      verify_with_microdeposits: Stripe.PaymentIntent.NextAction.VerifyWithMicrodeposits;
    }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: Record<string, never> }
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string; url: string } };

const DEPOSITS_TAKE_SECONDS = 2 * 86_400;

/** Redirects the cardholder if there is a return URL and no script; otherwise leaves the next step to the script. A bank
 * account is verified with small deposits. */
export function nextActionWire(
  { settings, store }: Context,
  { created, id, payment_method, return_url, status, usesScript }: PaymentIntent | SetupIntent,
): NextAction | null {
  if (status !== 'requires_action') return null;
  if (store.paymentMethods.get(payment_method ?? '')?.isUnverified === true) {
    const verification = {
      arrival_date: created + DEPOSITS_TAKE_SECONDS,
      hosted_verification_url: `${settings.publicUrl}${settings.pagesPath}/verify/${id}`,
      microdeposit_type: 'amounts',
    } as const;
    return { type: 'verify_with_microdeposits', verify_with_microdeposits: verification };
  }
  if (return_url === undefined || usesScript === true) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${settings.publicUrl}${settings.pagesPath}/3d_secure/${id}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
}
