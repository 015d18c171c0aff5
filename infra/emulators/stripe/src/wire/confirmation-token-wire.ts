import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { PaymentMethod } from '../state/customer-entities.ts';
import type { ConfirmationToken } from '../state/payment-entities.ts';
import { shippingWire } from './customer-wire.ts';
import { paymentMethodWire } from './payment-method-wire.ts';

const EXPIRES_AFTER_SECONDS = 12 * 3600;

/** When a token can no longer be used. */
export function expiryOf({ created }: ConfirmationToken): number {
  return created + EXPIRES_AFTER_SECONDS;
}

export function confirmationTokenWire(
  { store }: Context,
  token: ConfirmationToken,
): Stripe.ConfirmationToken {
  const method = store.paymentMethods.get(token.paymentMethod ?? '');
  return {
    id: token.id,
    object: 'confirmation_token',
    created: token.created,
    expires_at: expiryOf(token),
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: token.paymentIntent ?? null,
    payment_method_options: null,
    payment_method_preview: method === undefined ? null : preview(method),
    return_url: token.returnUrl ?? null,
    setup_future_usage: token.setupFutureUsage ?? null,
    setup_intent: token.setupIntent ?? null,
    shipping: shippingWire(token),
    use_stripe_sdk: true,
  };
}

/** The payment method before there is one. */
function preview(method: PaymentMethod): Stripe.ConfirmationToken.PaymentMethodPreview {
  const {
    id: _id,
    object: _object,
    created: _created,
    livemode: _livemode,
    metadata: _metadata,
    ...shown
  } = paymentMethodWire(method);
  return shown;
}
