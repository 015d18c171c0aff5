import { type ApiError, rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import type { PaymentIntent, SetupIntent } from './payment-entities.ts';
import { paymentIntentWire } from './payment-intent.ts';
import { setupIntentWire } from './setup-intent.ts';

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
    payment_intent: paymentIntentWire(context, intent),
  });
}

/** The state of the setup forbids the request; the error shows the setup. */
export function unexpectedSetup(context: Context, intent: SetupIntent, message: string): ApiError {
  return rejected(message, {
    code: 'setup_intent_unexpected_state',
    setup_intent: setupIntentWire(context, intent),
  });
}

/** Nothing of a payment or a setup waits for its verification. */
export function notActionable(context: Context, intent: PaymentIntent | SetupIntent): ApiError {
  const isPayment = 'amount' in intent;
  const kind = isPayment ? 'PaymentIntent' : 'SetupIntent';
  const message = `This ${kind} cannot be actioned on because it has a status of ${intent.status}. Only a ${kind} with one of the following statuses may be actioned on: ["requires_action"].`;
  return rejected(message, {
    code: 'intent_invalid_state',
    ...(isPayment
      ? { payment_intent: paymentIntentWire(context, intent) }
      : { setup_intent: setupIntentWire(context, intent) }),
  });
}
