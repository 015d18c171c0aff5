import type Stripe from 'stripe';
import { ApiError } from '../../description/api-error.ts';
import { adviceOn, faultyField } from './decline-advice.ts';
import type { PaymentFailure } from './payment-failure.ts';

/** The 402 response for a declined card, with the charge, the payment or the setup intent. */
export function cardError(
  failure: PaymentFailure,
  of?: Stripe.Charge | Stripe.PaymentIntent | Stripe.SetupIntent,
  otherParam?: string,
): ApiError {
  const { code, decline_code, message } = failure;
  const param = faultyField(failure) ?? otherParam;
  const last = of?.object === 'payment_intent' ? of.last_payment_error : undefined;
  const lastOfSetup = of?.object === 'setup_intent' ? of.last_setup_error : undefined;
  const method = last?.payment_method ?? lastOfSetup?.payment_method;
  const charge = of?.object === 'payment_intent' ? last?.charge : of?.object === 'charge' && of.id;
  return new ApiError(402, 'card_error', message, {
    code,
    ...adviceOn(failure),
    ...(typeof charge === 'string' ? { charge } : {}),
    ...(param === undefined ? {} : { param }),
    ...(decline_code === null ? {} : { decline_code }),
    ...(of?.object === 'payment_intent' ? { payment_intent: of } : {}),
    ...(of?.object === 'setup_intent' ? { setup_intent: of } : {}),
    ...(method === undefined ? {} : { payment_method: method }),
  });
}
