import type Stripe from 'stripe';
import { customerTime } from '../customers/customer.ts';
import { rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import { requireChargeable } from '../kinds/chargeable.ts';
import type { Context } from '../kinds/context.ts';
import type { Endpoint } from '../kinds/endpoint.ts';
import { callParams, describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, metadata, object } from '../kinds/params/composite.ts';
import { integer, optional } from '../kinds/params/reader.ts';
import { cancelPaymentIntent } from './attempt-payment.ts';
import { capturePayment } from './capture-payment.ts';
import { incrementAuthorization } from './increment-authorization.ts';
import type { PaymentIntent } from './payment-entities.ts';
import { paymentIntentWire, requireIntent } from './payment-intent.ts';
import { intents } from './payment-intents.ts';
import { descriptors, paymentAmount } from './payment-params.ts';
import { changedSplit, splitChangeParams } from './splits/payment-splits.ts';
import { unexpectedPayment } from './unexpected-state.ts';

const captureParams = object({
  amount_to_capture: optional(integer(Number.MIN_SAFE_INTEGER, 99_999_999)),
  metadata,
  ...descriptors,
  ...splitChangeParams,
});
const incrementParams = object({
  ...describedParams<Stripe.PaymentIntentIncrementAuthorizationParams>(
    'POST /v1/payment_intents/:id/increment_authorization',
  )('description', 'metadata'),
  amount: paymentAmount,
  statement_descriptor: descriptors.statement_descriptor,
  ...splitChangeParams,
});
const cancelParams = callParams<Stripe.PaymentIntentCancelParams>('POST /v1/payment_intents/:id/cancel');

export const paymentIntentTransitionEndpoints: readonly Endpoint[] = [
  intents.action('capture', captureParams, (context, before, params) => {
    rejectCapture(context, before, params.amount_to_capture ?? before.amount);
    const intent = {
      ...before,
      ...defined({ statement_descriptor_suffix: params.statement_descriptor_suffix }),
      ...changedSplit(context, before, params, params.amount_to_capture ?? before.amount),
    };
    const captured = capturePayment(context, intent, params.amount_to_capture);
    const metadata = changedMetadata(captured.metadata, params.metadata);
    return context.store.paymentIntents.put({ ...captured, metadata });
  }),
  intents.action('increment_authorization', incrementParams, (context, before, params) => {
    const { amount, description = before.description } = params;
    requireChargeable(amount, before.currency);
    const asked = {
      ...before,
      amount,
      description,
      ...changedSplit(context, before, params, amount),
      metadata: changedMetadata(before.metadata, params.metadata),
    };
    return incrementAuthorization(context, before, asked);
  }),
  intents.action('cancel', cancelParams, (context, intent, params) => {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing.`;
      throw unexpectedPayment(context, intent, message);
    }
    if (intent.invoice !== undefined) {
      const message = 'You cannot cancel the PaymentIntent of an invoice. Void the invoice instead.';
      throw unexpectedPayment(context, intent, message);
    }
    cancelPaymentIntent(context, intent, customerTime(context, intent), params.cancellation_reason ?? null);
    return requireIntent(context, intent.id);
  }),
];

/** Stripe looks at the amount once it has the payment, which the error shows. */
function rejectCapture(context: Context, intent: PaymentIntent, amount: number): void {
  if (amount > 0) return;
  const payment_intent = paymentIntentWire(context, intent);
  if (amount < 0) {
    throw rejected('Invalid non-negative integer', { param: 'amount_to_capture', payment_intent });
  }
  const details = { code: 'parameter_invalid_integer', param: 'amount', payment_intent };
  throw rejected('This value must be greater than or equal to 1.', details);
}
