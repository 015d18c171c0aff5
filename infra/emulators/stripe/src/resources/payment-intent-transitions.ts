import { cancelPaymentIntent } from '../billing/attempt-payment.ts';
import { capturePayment } from '../billing/capture-payment.ts';
import { customerTime } from '../billing/confirm-payment.ts';
import { incrementAuthorization } from '../billing/increment-authorization.ts';
import { unexpectedPayment } from '../billing/unexpected-state.ts';
import type { Context } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { type Endpoint, type PathParams, post } from '../http/endpoint.ts';
import { requireIntent } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { clearable, integer, oneOf, optional, type Reader, type ReadValue, text } from '../params/reader.ts';
import { cardDescriptor, statementDescriptor } from '../params/statement-descriptor.ts';
import { requireChargeable } from '../pricing/settlement.ts';
import type { PaymentIntent } from '../state/payment-entities.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';
import { changedSplit, splitChangeParams } from './payment-splits.ts';

const PATH = '/v1/payment_intents/:id';

export const descriptors = {
  statement_descriptor: optional(cardDescriptor),
  statement_descriptor_suffix: clearable(statementDescriptor),
} as const;

export const paymentAmount: Reader<number> = (value, name) => {
  const amount = integer()(value, name);
  if (amount > 0) return amount;
  throw invalidRequest(
    'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents',
    { code: 'parameter_invalid_integer', param: name },
  );
};

const captureParams = object({
  amount_to_capture: optional(integer(1, 99_999_999)),
  metadata,
  ...descriptors,
  ...splitChangeParams,
});
const incrementParams = object({
  amount: paymentAmount,
  description: optional(text(1000)),
  metadata,
  statement_descriptor: descriptors.statement_descriptor,
  ...splitChangeParams,
});
const cancelParams = object({
  cancellation_reason: optional(oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer')),
});

export const paymentIntentTransitionEndpoints: readonly Endpoint[] = [
  post(`${PATH}/capture`, captureParams, capture),
  post(`${PATH}/increment_authorization`, incrementParams, increment),
  post(`${PATH}/cancel`, cancelParams, cancel),
];

function capture(context: Context, params: ReadValue<typeof captureParams>, { id = '' }: PathParams): object {
  const before = requireIntent(context, id);
  const intent = {
    ...before,
    statementSuffix: readSuffix(params, before),
    ...changedSplit(context, before.split, params, params.amount_to_capture ?? before.amount),
  };
  const captured = capturePayment(context, intent, params.amount_to_capture);
  const metadata = changedMetadata(captured.metadata, params.metadata);
  return paymentIntentWire(context, context.store.paymentIntents.put({ ...captured, metadata }));
}

function increment(
  context: Context,
  params: ReadValue<typeof incrementParams>,
  { id = '' }: PathParams,
): object {
  const before = requireIntent(context, id);
  const { amount, description = before.description } = params;
  requireChargeable(amount, before.currency);
  const asked = {
    ...before,
    amount,
    description,
    ...changedSplit(context, before.split, params, amount),
    metadata: changedMetadata(before.metadata, params.metadata),
  };
  return paymentIntentWire(context, incrementAuthorization(context, before, asked));
}

export function readSuffix(
  {
    statement_descriptor_suffix: given,
  }: { readonly statement_descriptor_suffix?: string | null | undefined },
  { statementSuffix }: PaymentIntent,
): string | null | undefined {
  return given === undefined ? statementSuffix : given;
}

function cancel(context: Context, params: ReadValue<typeof cancelParams>, { id = '' }: PathParams): object {
  const intent = requireIntent(context, id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing.`;
    throw unexpectedPayment(context, intent, message);
  }
  if (intent.invoice !== undefined) {
    const message = 'You cannot cancel the PaymentIntent of an invoice. Void the invoice instead.';
    throw unexpectedPayment(context, intent, message);
  }
  cancelPaymentIntent(context, intent, customerTime(context, intent), params.cancellation_reason ?? null);
  return paymentIntentWire(context, requireIntent(context, id));
}
