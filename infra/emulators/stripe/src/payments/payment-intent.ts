import type Stripe from 'stripe';
import { BANK_DEBITS, isBankDebit } from '../customers/methods/bank-debits.ts';
import { methodType } from '../customers/methods/card.ts';
import { adviceOn, faultyField } from '../customers/methods/card-error.ts';
import { paymentMethodWire } from '../customers/methods/payment-method.ts';
import { isRedirect, REDIRECT_OPTIONS } from '../customers/methods/redirect-methods.ts';
import type { PaymentFailure } from '../customers/methods/test-card.ts';
import { documentationUrl } from '../description/api-error.ts';
import { parameterAtStripe } from '../description/description.ts';
import { defined } from '../description/json.ts';
import { APPLICATION_ID, type Context } from '../kinds/context.ts';
import { finder, newId, putting } from '../kinds/objects.ts';
import { shown, unset } from '../kinds/store/kind-type.ts';
import type { Store } from '../kinds/store/store.ts';
import { sentToWire } from './charge.ts';
import type { MethodOption } from './method-options.ts';
import type { PaymentIntent, SetupIntent } from './payment-entities.ts';

type LastError = Stripe.PaymentIntent.LastPaymentError & Stripe.SetupIntent.LastSetupError;

/** Null if the last attempt did not fail. */
export function lastErrorWire(
  { paymentMethods }: Store,
  { lastError: failure, payment_method }: { lastError: PaymentFailure | null; payment_method: string | null },
): LastError | null {
  if (failure === null) return null;
  const method = paymentMethods.get(payment_method ?? '');
  const { advice_code, network_advice_code, network_decline_code } = adviceOn(failure);
  return defined({
    advice_code: advice_code ?? undefined,
    code: failure.code as NonNullable<LastError['code']>,
    decline_code: failure.decline_code ?? undefined,
    doc_url: documentationUrl(failure.code),
    message: failure.message,
    network_advice_code: network_advice_code ?? undefined,
    network_decline_code: network_decline_code ?? undefined,
    param: faultyField(failure),
    payment_method: method && paymentMethodWire(method),
    // Failed authentication is not a decline by the bank.
    type: failure.code.endsWith('_authentication_failure') ? 'invalid_request_error' : 'card_error',
  } as const);
}

const PLAIN = {
  ...unset<Stripe.PaymentIntent>('payment_intent'),
  amount_details: { tip: {} },
  managed_payments: { enabled: false },
  payment_record: null,
  shared_payment_granted_token: null,
  source: null,
};

/** What Stripe does not show, or shows in another form. */
const OWN =
  'authenticatedMethod automaticMethods checkout invoice lastError mandate methodTypes return_url usesScript';

const show = shown<Stripe.PaymentIntent>('payment_intent', PLAIN, OWN.split(' '));

export function paymentIntentWire(context: Context, intent: PaymentIntent): Stripe.PaymentIntent {
  return show(intent, {
    ...intentWire(context, intent),
    ...formatAmounts(context, intent),
    ...formatDetails(context, intent),
    ...formatIncluded(intent),
    ...splitWire(context, intent),
    last_payment_error: lastPaymentError(context, intent),
    ...methodTypesWire(context, intent, 'POST /v1/payment_intents', cardOptionsWire(intent)),
    shipping: sentToWire(intent),
  });
}

/** What new payments and setups have in common. */
export function newIntent(kind: 'pi' | 'seti', created: number) {
  const id = newId(kind);
  const client_secret = newId(`${id}_secret`);
  const status = 'requires_payment_method';
  return { id, created, client_secret, lastError: null, payment_method: null, status } as const;
}

/** What payments and setups show alike. */
export function intentWire(context: Context, intent: PaymentIntent | SetupIntent) {
  const { automaticMethods: methods, payment_method, status } = intent;
  return {
    automatic_payment_methods: methods ? { allow_redirects: methods.allow_redirects, enabled: true } : null,
    payment_method_configuration_details: methods ? configurationWire(context) : null,
    next_action: nextActionWire(context, intent),
    payment_method: status === 'requires_payment_method' ? null : payment_method,
  };
}

const DEPOSITS_TAKE_SECONDS = 2 * 86_400;

/** Redirects the payer if there is a return URL and no script, or the payment method always does; otherwise leaves the
 * next step to the script. A bank account is verified with small deposits. */
function nextActionWire(
  { settings, store }: Context,
  { created, id, payment_method, return_url, status, usesScript }: PaymentIntent | SetupIntent,
): Stripe.PaymentIntent.NextAction | null {
  if (status !== 'requires_action') return null;
  const method = store.paymentMethods.get(payment_method ?? '');
  const type = method ? methodType(method.card) : 'card';
  if (method?.isUnverified === true) {
    const verification = {
      arrival_date: created + DEPOSITS_TAKE_SECONDS,
      hosted_verification_url: `${settings.publicUrl}${settings.pagesPath}/verify/${id}`,
      microdeposit_type: 'amounts',
    } as const;
    return { type: 'verify_with_microdeposits', verify_with_microdeposits: verification };
  }
  if (return_url === undefined || (usesScript === true && !isRedirect(type)))
    return { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  const url = `${settings.publicUrl}${settings.pagesPath}/3d_secure/${id}`;
  if (type === 'alipay') {
    const native = { native_data: null, native_url: null };
    return { type: 'alipay_handle_redirect', alipay_handle_redirect: { ...native, return_url, url } };
  }
  return { type: 'redirect_to_url', redirect_to_url: { return_url, url } };
}

/** How it is shared between a platform and its account. */
function splitWire({ platform }: Context, intent: PaymentIntent) {
  const { id, latest_charge, transfer_data, transfer_group } = intent;
  const group = transfer_data === undefined || latest_charge === null ? null : `group_${id}`;
  return {
    application: platform === null ? null : APPLICATION_ID,
    transfer_group: transfer_group ?? group,
  };
}

/** Payments refer to their checkout session once they are tried, and those of a subscription to their invoice. */
function formatDetails({ store }: Context, { checkout, invoice: id, status }: PaymentIntent) {
  if (checkout !== undefined && status === 'requires_payment_method') return {};
  const invoice = store.invoices.get(id ?? '');
  const reference = checkout?.session ?? (invoice?.subscription == null ? undefined : invoice.id);
  if (reference === undefined) return {};
  return { payment_details: { customer_reference: null, order_reference: reference } };
}

function formatIncluded({ checkout }: PaymentIntent) {
  if (checkout?.included === undefined) return {};
  const { shipping, tax } = checkout.included;
  return {
    amount_details: {
      shipping: { amount: shipping, from_postal_code: null, to_postal_code: null },
      tax: { total_tax_amount: tax },
      tip: {},
    },
  };
}

function formatAmounts({ store }: Context, { amount, latest_charge, status }: PaymentIntent) {
  const captured = store.charges.get(latest_charge ?? '')?.amount_captured ?? amount;
  return {
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: status === 'succeeded' ? captured : 0,
  };
}

/** The settings of the account that decide which payment methods are offered. */
export function configurationWire({
  accountId,
  platform,
}: Context): Stripe.PaymentIntent.PaymentMethodConfigurationDetails {
  const id = accountId.replace('acct_', 'pmc_');
  return { id, parent: platform && configurationWire(platform).id };
}

function lastPaymentError(
  { store }: Context,
  intent: PaymentIntent,
): Stripe.PaymentIntent.LastPaymentError | null {
  const error = lastErrorWire(store, intent);
  const isOfCharge = intent.latest_charge !== null && error?.decline_code !== 'authentication_not_handled';
  return error && isOfCharge ? { ...error, charge: intent.latest_charge } : error;
}

/** Paying for a subscription at checkout saves the card. */
function cardOptionsWire({ checkout, setup_future_usage, status }: PaymentIntent) {
  const isSubscription = checkout !== undefined && checkout.included === undefined;
  const saves = isSubscription && status !== 'requires_payment_method' && setup_future_usage;
  const standard = { installments: null, mandate_options: null, network: null };
  return { ...standard, ...(saves && { setup_future_usage: saves }) };
}

type Typed = Pick<PaymentIntent, 'methodTypes' | 'payment_method' | 'payment_method_options'>;

/** The types of payment methods that may be used, and the options of each that takes some in `call`. */
export function methodTypesWire({ store }: Context, intent: Typed, call: string, card: object) {
  const { payment_method_options: given = {} } = intent;
  const method = store.paymentMethods.get(intent.payment_method ?? '');
  const types = intent.methodTypes ?? [...new Set(['card', method ? methodType(method.card) : 'card'])];
  const own = types.filter((type) => isBankDebit(type) || isRedirect(type));
  const listed = own.filter((type) => parameterAtStripe(call, `payment_method_options[${type}]`).length > 0);
  const standard = { ...card, request_three_d_secure: 'automatic' };
  return {
    payment_method_options: {
      ...(own.length < types.length && { card: { ...standard, ...optionsWire('card', given.card) } }),
      ...Object.fromEntries(listed.map((type) => [type, optionsWire(type, given[type])])),
    },
    payment_method_types: [...types],
  };
}

function optionsWire(type: string, given: MethodOption = {}) {
  const { financial_connections: connections, mandate_options: terms } = given;
  const verifies = isBankDebit(type) && BANK_DEBITS[type].isVerified;
  return {
    ...(verifies && { verification_method: 'automatic' }),
    ...(type === 'us_bank_account' && { mandate_options: {} }),
    ...REDIRECT_OPTIONS[type],
    ...given,
    ...(type === 'card' && terms && { mandate_options: { ...NO_TERMS, ...terms } }),
    ...(connections && { financial_connections: { prefetch: [], ...connections } }),
  };
}

const NO_TERMS = { description: null, end_date: null, interval_count: null };

export const requireIntent = finder('payment_intent', 'paymentIntents');

export const putPayment = putting('paymentIntents', paymentIntentWire);
