import type Stripe from 'stripe';
import { ApiError } from '../errors/api-error.ts';
import { adviceOn } from '../state/decline-advice.ts';
import type { PaymentFailure } from '../state/payment-entities.ts';

/** The 402 response for a declined card, with the payment or setup intent. */
export function cardError(
  failure: PaymentFailure,
  intent?: Stripe.PaymentIntent | Stripe.SetupIntent,
  param?: string,
): ApiError {
  const { code, declineCode, message } = failure;
  const charge = intent?.object === 'payment_intent' ? intent.latest_charge : null;
  return new ApiError(402, 'card_error', message, {
    code,
    ...adviceOn(failure),
    ...(typeof charge === 'string' ? { charge } : {}),
    ...(param === undefined ? {} : { param }),
    ...(declineCode === null ? {} : { declineCode }),
    ...(intent?.object === 'payment_intent' ? { paymentIntent: intent } : {}),
    ...(intent?.object === 'setup_intent' ? { setupIntent: intent } : {}),
  });
}
