import type { Context } from '../context.ts';
import { type ApiError, rejected } from '../errors/api-error.ts';
import type { PaymentIntent, SetupIntent } from '../state/payment-entities.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { setupIntentWire } from '../wire/setup-intent-wire.ts';

/** The state of the payment forbids the request; the error shows the payment. */
export function unexpectedPayment(
  context: Context,
  intent: PaymentIntent,
  message: string,
  param?: string,
): ApiError {
  return rejected(message, {
    code: 'payment_intent_unexpected_state',
    ...(param !== undefined && { param }),
    paymentIntent: paymentIntentWire(context, intent),
  });
}

/** The state of the setup forbids the request; the error shows the setup. */
export function unexpectedSetup(context: Context, intent: SetupIntent, message: string): ApiError {
  return rejected(message, {
    code: 'setup_intent_unexpected_state',
    setupIntent: setupIntentWire(context, intent),
  });
}
