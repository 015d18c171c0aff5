import type Stripe from 'stripe';
import { givenCustomer } from '../customers/customer.ts';
import { givenMethod, methodDataParam } from '../customers/methods/manage-payment-methods.ts';
import { methodFor, rejectUsedUp } from '../customers/methods/ready-made-method.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { callParams, describedParams } from '../kinds/params/as-described.ts';
import { changedMetadata, object } from '../kinds/params/composite.ts';
import { clearable, integer, optional, type ReadValue, skippable, text } from '../kinds/params/reader.ts';
import { returnAddress } from '../kinds/params/texts.ts';
import { resource } from '../kinds/resource.ts';
import {
  type Confirmation,
  leavesToScript,
  methodTypesParam,
  readAutomaticMethods,
  rejectLaterScript,
  rejectUnconfirmed,
  requireReturnUrl,
} from './automatic-methods.ts';
import { useToken, withToken } from './confirmation-tokens.ts';
import { mandateData } from './debits/make-mandate.ts';
import { changedOptions, METHOD_OPTIONS } from './method-options.ts';
import type { SetupIntent } from './payment-entities.ts';
import { depositParams, rejectOtherSecret, secretRetrieval } from './payment-params.ts';
import {
  cancelSetup,
  confirmSetup,
  createSetupIntent,
  rejectForeign,
  rejectUnlessOpen,
  requireMethod,
  verifySetup,
} from './set-up-card.ts';
import { requireSetupIntent, setupIntentWire } from './setup-intent.ts';
import { requireAccounts } from './splits/payment-splits.ts';

const PATH = '/v1/setup_intents';

const described = describedParams<Stripe.SetupIntentCreateParams>(`POST ${PATH}`, {
  ...METHOD_OPTIONS,
  'single_use[amount]': integer(1),
});

const changes = {
  ...described('customer', 'metadata', 'payment_method', 'payment_method_options'),
  description: clearable(text(1000)),
  payment_method_data: methodDataParam,
} as const;

const createParams = object({
  ...changes,
  allowed_payment_method_types: methodTypesParam,
  ...described('automatic_payment_methods', 'confirm', 'confirmation_token', 'on_behalf_of', 'single_use'),
  ...described('use_stripe_sdk', 'usage'),
  mandate_data: skippable(mandateData),
  return_url: optional(returnAddress),
});
const confirmParams = object({
  ...described('confirmation_token', 'payment_method', 'payment_method_options', 'use_stripe_sdk'),
  ...describedParams<{ readonly client_secret?: string }>(`POST ${PATH}/:id/confirm`)('client_secret'),
  mandate_data: skippable(mandateData),
  payment_method_data: methodDataParam,
  return_url: optional(returnAddress),
});
const cancelParams = callParams<Stripe.SetupIntentCancelParams>(`POST ${PATH}/:id/cancel`);

const intents = resource(PATH, requireSetupIntent, setupIntentWire);

export const setupIntentEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, given) => {
    const { params, token } = withToken(context, given);
    const customer = givenCustomer(context, params.customer);
    requireAccounts(context, params, (name) => name);
    rejectUnconfirmed('SetupIntent', params, ['confirmation_token', 'mandate_data', 'return_url']);
    rejectLaterScript(params);
    const made = createSetupIntent(context, {
      customer: customer?.id ?? null,
      description: params.description ?? null,
      metadata: changedMetadata({}, params.metadata),
      usage: params.usage ?? 'off_session',
      automaticMethods: readAutomaticMethods(params),
      methodTypes: params.allowed_payment_method_types,
      on_behalf_of: params.on_behalf_of,
      single_use: params.single_use,
      payment_method_options: changedOptions(params.payment_method_options),
      now: context.time.now(customer?.test_clock ?? null),
    });
    const intent = withMethod(context, made, givenMethod(context, params));
    if (params.confirm !== true) return setupIntentWire(context, intent);
    return setupIntentWire(context, confirmed(context, intent, { ...params, token }));
  }),
  intents.list({
    fields: ['customer', 'payment_method'],
  }),
  secretRetrieval(PATH, 'SetupIntent', intents.find, setupIntentWire),
  post(`${PATH}/:id`, object(changes), (context, params, { id = '' }) => {
    const before = requireSetupIntent(context, id);
    const { description = before.description } = params;
    const method = givenMethod(context, params);
    if (method !== undefined) rejectUnlessOpen(context, before, 'update');
    const after = context.store.setupIntents.put({
      ...before,
      customer: givenCustomer(context, params.customer)?.id ?? before.customer,
      description,
      payment_method_options: changedOptions(params.payment_method_options, before.payment_method_options),
      metadata: changedMetadata(before.metadata, params.metadata),
    });
    return setupIntentWire(context, withMethod(context, after, method));
  }),
  intents.action('confirm', confirmParams, confirm),
  intents.action('cancel', cancelParams, (context, intent, { cancellation_reason: reason = null }) =>
    cancelSetup(context, intent, reason),
  ),
  intents.action('verify_microdeposits', depositParams, (context, intent, { client_secret, ...deposits }) => {
    rejectOtherSecret('SetupIntent', intent, client_secret);
    return verifySetup(context, intent, deposits);
  }),
];

/** The confirmation by Stripe's script. */
export const setupConfirmation = intents.action('confirm', confirmParams, (context, intent, given) =>
  confirm(context, intent, given, true),
);

function withMethod(context: Context, intent: SetupIntent, id: string | undefined): SetupIntent {
  if (id === undefined) return intent;
  const method = methodFor(context, id, 'payment_method');
  rejectUsedUp(method);
  rejectForeign(intent, method);
  const given = { payment_method: method.id, status: 'requires_confirmation' } as const;
  return context.store.setupIntents.put({ ...intent, ...given });
}

type Confirmed = Confirmation &
  Pick<ReadValue<typeof confirmParams>, 'mandate_data' | 'payment_method_options' | 'return_url'>;

function confirmed(context: Context, intent: SetupIntent, given: Confirmed): SetupIntent {
  const { mandate_data: acceptance, payment_method_options: options, token } = given;
  const { return_url = intent.return_url } = given;
  if (given.byScript !== true) requireReturnUrl('SetupIntent', intent, return_url);
  const changed = {
    ...intent,
    payment_method_options: changedOptions(options, intent.payment_method_options),
    usesScript: leavesToScript(given),
    ...(return_url !== undefined && { return_url }),
  };
  useToken(context, token, { setup_intent: intent.id });
  return confirmSetup(context, changed, { acceptance });
}

function confirm(
  context: Context,
  intent: SetupIntent,
  given: ReadValue<typeof confirmParams>,
  byScript = false,
): SetupIntent {
  const { params, token } = withToken(context, given);
  rejectOtherSecret('SetupIntent', intent, params.client_secret);
  const method = givenMethod(context, params);
  if (method === undefined) requireMethod(context, intent);
  rejectUnlessOpen(context, intent, 'confirm');
  return confirmed(context, withMethod(context, intent, method), { ...params, byScript, token });
}
