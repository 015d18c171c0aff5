import type { Context } from '../context.ts';
import type { PaymentIntent, SetupIntent } from '../state/payment-entities.ts';

type NextAction =
  | { type: 'use_stripe_sdk'; use_stripe_sdk: Record<string, never> }
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string; url: string } };

/** Redirects the cardholder if there is a return URL; otherwise leaves the next step to the script. */
export function nextActionWire(
  { settings }: Context,
  { id, returnUrl, status }: PaymentIntent | SetupIntent,
): NextAction | null {
  if (status !== 'requires_action') return null;
  if (returnUrl === undefined) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${settings.publicUrl}${settings.pagesPath}/3d_secure/${id}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}
