import type Stripe from 'stripe';
import { previewWire } from '../customers/methods/payment-method.ts';
import type { Context } from '../kinds/context.ts';
import type { Shipping } from '../kinds/params/address.ts';
import { type Entity, shown, unset } from '../kinds/store/kind-type.ts';

/** What a browser collected for one confirmation. All that it did not collect is absent. */
export interface ConfirmationToken extends Entity {
  readonly payment_method?: string;
  readonly return_url?: string;
  readonly setup_future_usage?: 'off_session' | 'on_session';
  readonly shipping?: Shipping;
  /** What it was used for; both are absent until then. */
  readonly payment_intent?: string;
  readonly setup_intent?: string;
}

const EXPIRES_AFTER_SECONDS = 12 * 3600;

/** When a token can no longer be used. */
export function tokenExpiry({ created }: ConfirmationToken): number {
  return created + EXPIRES_AFTER_SECONDS;
}

const PLAIN = { ...unset<Stripe.ConfirmationToken>('confirmation_token'), use_stripe_sdk: true };

const show = shown<Stripe.ConfirmationToken>('confirmation_token', PLAIN, ['payment_method']);

export function confirmationTokenWire(
  { store }: Context,
  token: ConfirmationToken,
): Stripe.ConfirmationToken {
  const method = store.paymentMethods.get(token.payment_method ?? '');
  const preview = method === undefined ? null : previewWire(method);
  return show(token, { expires_at: tokenExpiry(token), payment_method_preview: preview });
}
