import type Stripe from 'stripe';
import { givenCustomer } from '../customers/customer.ts';
import { givenMethod, methodDataParam } from '../customers/methods/manage-payment-methods.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import { methodFor, rejectOfAnother, rejectUsedUp } from '../customers/methods/ready-made-method.ts';
import { rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import { requireChargeable } from '../kinds/chargeable.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { paymentShippingParam, readShipping } from '../kinds/params/address.ts';
import { describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, object } from '../kinds/params/composite.ts';
import {
  clearable,
  flag,
  integer,
  optional,
  type Reader,
  type ReadValue,
  skippable,
  text,
} from '../kinds/params/reader.ts';
import { email, returnAddress } from '../kinds/params/texts.ts';
import { resource } from '../kinds/resource.ts';
import { rejectCurrency } from './allowed-methods.ts';
import { createPaymentIntent } from './attempt-payment.ts';
import {
  type Confirmation,
  leavesToScript,
  methodTypesParam,
  readAutomaticMethods,
  rejectLaterScript,
  rejectUnconfirmed,
  requireReturnUrl,
} from './automatic-methods.ts';
import { confirmPayment, verifyPayment } from './confirm-payment.ts';
import { useToken, withToken } from './confirmation-tokens.ts';
import { mandateData } from './debits/make-mandate.ts';
import { changedOptions, METHOD_OPTIONS } from './method-options.ts';
import type { PaymentIntent } from './payment-entities.ts';
import { paymentIntentWire, requireIntent } from './payment-intent.ts';
import {
  depositParams,
  descriptors,
  paymentAmount,
  rejectOtherSecret,
  secretRetrieval,
} from './payment-params.ts';
import {
  applicationFeeParam,
  changedSplit,
  readSplit,
  splitChangeParams,
  splitParams,
} from './splits/payment-splits.ts';
import { unexpectedPayment } from './unexpected-state.ts';

const PATH = '/v1/payment_intents';

const described = describedParams<Stripe.PaymentIntentCreateParams>(`POST ${PATH}`, METHOD_OPTIONS);

const describedChange = describedParams<Stripe.PaymentIntentUpdateParams>(`POST ${PATH}/:id`, METHOD_OPTIONS);

/** Stripe tells payments that were agreed on apart; both are made in the payer's absence. */
const offSession: Reader<boolean> = (value, name) =>
  value === 'one_off' || value === 'recurring' || flag(value, name);

const confirmation = {
  ...described('confirmation_token', 'error_on_requires_action', 'mandate', 'payment_method'),
  ...described('use_stripe_sdk'),
  mandate_data: skippable(mandateData),
  off_session: optional(offSession),
  payment_method_data: methodDataParam,
  return_url: optional(returnAddress),
} as const;

/** What both an update and a confirmation may say. */
const changes = {
  ...describedChange('capture_method', 'payment_method_options', 'setup_future_usage'),
  receipt_email: clearable(email()),
  shipping: paymentShippingParam,
} as const;

const createParams = object({
  ...confirmation,
  allowed_payment_method_types: methodTypesParam,
  amount: paymentAmount,
  ...described('automatic_payment_methods', 'capture_method', 'confirm', 'confirmation_method', 'currency'),
  ...described('customer', 'metadata', 'payment_method_options', 'setup_future_usage'),
  description: clearable(text(1000)),
  receipt_email: optional(email()),
  shipping: paymentShippingParam,
  ...descriptors,
  ...splitParams,
});
const updateParams = object({
  ...changes,
  ...describedChange('currency', 'customer', 'metadata', 'payment_method', 'transfer_group'),
  amount: optional(integer(1)),
  description: clearable(text(1000)),
  payment_method_data: methodDataParam,
  ...descriptors,
  ...splitChangeParams,
  application_fee_amount: clearable(applicationFeeParam),
});
const confirmParams = object({
  ...confirmation,
  ...changes,
  ...describedParams<{ readonly client_secret?: string }>(`POST ${PATH}/:id/confirm`)('client_secret'),
});
export const intents = resource(PATH, requireIntent, paymentIntentWire);

export const paymentIntentEndpoints: readonly Endpoint[] = [
  intents.list({ fields: ['customer'] }),
  secretRetrieval(PATH, 'PaymentIntent', intents.find, paymentIntentWire),
  post(PATH, createParams, create),
  post(`${PATH}/:id`, updateParams, (context, params, { id = '' }) => {
    const before = requireIntent(context, id);
    rejectFixed(context, before, params);
    const { amount = before.amount, currency = before.currency } = params;
    const { description, statement_descriptor_suffix } = params;
    if (params.amount !== undefined || params.currency !== undefined) requireChargeable(amount, currency);
    rejectCurrency(before.methodTypes ?? [], currency);
    const after = context.store.paymentIntents.put({
      ...changedBy(params, before),
      ...defined({ description, statement_descriptor_suffix }),
      amount,
      currency,
      customer: givenCustomer(context, params.customer)?.id ?? before.customer,
      ...changedSplit(context, before, params, amount),
      metadata: changedMetadata(before.metadata, params.metadata),
    });
    return paymentIntentWire(context, withMethod(context, after, givenMethod(context, params)));
  }),
  intents.action('confirm', confirmParams, confirm),
  intents.action('verify_microdeposits', depositParams, (context, intent, { client_secret, ...deposits }) => {
    rejectOtherSecret('PaymentIntent', intent, client_secret);
    return verifyPayment(context, intent, deposits);
  }),
];

/** The confirmation by Stripe's script. */
export const paymentConfirmation = intents.action('confirm', confirmParams, (context, intent, given) =>
  confirm(context, intent, given, true),
);

function create(context: Context, given: ReadValue<typeof createParams>): object {
  const { params, token } = withToken(context, given);
  const customer = givenCustomer(context, params.customer);
  const { amount, confirmation_method, currency, description, receipt_email } = params;
  const { setup_future_usage, statement_descriptor_suffix } = params;
  requireChargeable(amount, currency);
  rejectCurrency(params.allowed_payment_method_types ?? [], currency);
  rejectUnconfirmed('PaymentIntent', params, [
    'confirmation_token',
    'error_on_requires_action',
    'mandate',
    'mandate_data',
    'off_session',
    'return_url',
  ]);
  rejectLaterScript(params);
  const made = createPaymentIntent(context, {
    ...{ amount, confirmation_method, currency, description, receipt_email, statement_descriptor_suffix },
    customer: customer?.id ?? null,
    metadata: changedMetadata({}, params.metadata),
    setup_future_usage: setup_future_usage ?? null,
    automaticMethods: readAutomaticMethods(params),
    capture_method: params.capture_method ?? 'automatic_async',
    methodTypes: params.allowed_payment_method_types,
    shipping: readShipping(params.shipping, undefined) ?? token?.shipping,
    payment_method_options: changedOptions(params.payment_method_options),
    ...readSplit(context, params, params.amount),
    now: context.time.now(customer?.test_clock ?? null),
  });
  const intent = withMethod(context, made, givenMethod(context, params));
  if (params.confirm !== true) return paymentIntentWire(context, intent);
  return paymentIntentWire(context, confirmed(context, intent, { ...params, token }, undefined));
}

function withMethod(context: Context, intent: PaymentIntent, id: string | undefined): PaymentIntent {
  if (id === undefined) return intent;
  const method = payingMethod(context, intent, id);
  return context.store.paymentIntents.put({
    ...intent,
    payment_method: method.id,
    status: 'requires_confirmation',
  });
}

/** A payment method that the customer of the payment, if any, may use. */
function payingMethod(context: Context, { customer }: PaymentIntent, id: string): PaymentMethod {
  const method = methodFor(context, id, 'payment_method');
  rejectUsedUp(method);
  rejectOfAnother(method, customer);
  return method;
}

type Confirmed = Confirmation &
  Pick<
    ReadValue<typeof confirmParams>,
    'error_on_requires_action' | 'mandate' | 'mandate_data' | 'off_session' | 'return_url'
  >;

function confirmed(
  context: Context,
  intent: PaymentIntent,
  given: Confirmed,
  method: string | undefined,
): PaymentIntent {
  if (given.off_session === true) rejectLaterUse(intent);
  else if (given.byScript !== true) {
    requireReturnUrl('PaymentIntent', intent, given.return_url ?? intent.return_url);
  }
  const request = {
    method: method === undefined ? undefined : payingMethod(context, intent, method),
    offSession: given.off_session ?? false,
    rejectsActions: given.error_on_requires_action ?? false,
    return_url: given.return_url ?? null,
    mandate: { id: given.mandate, acceptance: given.mandate_data },
  };
  useToken(context, given.token, { payment_intent: intent.id });
  return confirmPayment(context, { ...intent, usesScript: leavesToScript(given) }, request);
}

/** A payment in the payer's absence uses a card that was set up before; it sets up none. */
function rejectLaterUse({ setup_future_usage }: PaymentIntent): void {
  if (setup_future_usage === null) return;
  throw rejected(
    'You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because you cannot set up future usages when processing payments off-session.',
  );
}

function confirm(
  context: Context,
  intent: PaymentIntent,
  given: ReadValue<typeof confirmParams>,
  byScript = false,
): PaymentIntent {
  const { params, token } = withToken(context, given);
  rejectOtherSecret('PaymentIntent', intent, params.client_secret);
  const method = givenMethod(context, params);
  const collected = params.shipping === undefined ? token?.shipping : undefined;
  const changed = changedBy(params, collected ? { ...intent, shipping: collected } : intent);
  const open =
    method === undefined || intent.status === 'succeeded' ? changed : { ...changed, payment_method: null };
  return confirmed(context, open, { ...params, byScript, token }, method);
}

/** A payment after what both an update and a confirmation may say. */
function changedBy(
  params: Pick<ReadValue<typeof confirmParams>, keyof typeof changes>,
  before: PaymentIntent,
): PaymentIntent {
  const { capture_method, payment_method_options: options, receipt_email } = params;
  const { setup_future_usage, shipping } = params;
  return {
    ...before,
    ...defined({ capture_method, receipt_email, setup_future_usage }),
    shipping: readShipping(shipping, before.shipping),
    payment_method_options: changedOptions(options, before.payment_method_options),
  };
}

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const RECEIPT_CHANGEABLE = [...CHANGEABLE, 'requires_capture', 'succeeded'];

/** Once a payment is authorized or over, only what describes it can change, and where its receipt goes. */
function rejectFixed(context: Context, intent: PaymentIntent, params: ReadValue<typeof updateParams>): void {
  const { status } = intent;
  const allowed = (name: string) => (name === 'receipt_email' ? RECEIPT_CHANGEABLE : CHANGEABLE);
  const fixed = Object.entries(params).find(
    ([name, value]) =>
      value !== undefined && name !== 'description' && name !== 'metadata' && !allowed(name).includes(status),
  );
  if (fixed === undefined) return;
  const [param] = fixed;
  const message = `This PaymentIntent's ${param} could not be updated because it has a status of ${status}. You may only update the ${param} of a PaymentIntent with one of the following statuses: ${allowed(param).join(', ')}.`;
  throw unexpectedPayment(context, intent, message, param);
}
