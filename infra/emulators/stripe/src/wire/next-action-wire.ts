import type { Context } from '../context.ts';
import type { PaymentIntent, SetupIntent } from '../state/payment-entities.ts';

type NextAction =
  | { type: 'use_stripe_sdk'; use_stripe_sdk: Record<string, never> }
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string; url: string } };

/** With an address to come back to, the cardholder is sent to a page; else a script is to take over. */
export function nextActionWire(
  { settings }: Context,
  { id, returnUrl, status }: PaymentIntent | SetupIntent,
): NextAction | null {
  if (status !== 'requires_action') return null;
  if (returnUrl === undefined) return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${settings.publicUrl}${settings.pagesPath}/3d_secure/${id}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}
