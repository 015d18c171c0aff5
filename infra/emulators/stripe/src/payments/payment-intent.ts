import type Stripe from 'stripe';
import { BANK_DEBITS, isBankDebit } from '../customers/methods/bank-debits.ts';
import { debitType } from '../customers/methods/debit-type.ts';
import type { BankDebitType } from '../customers/methods/test-account.ts';
import { sentToWire } from '../customers/shown-shipping.ts';
import { unset } from '../description/unset.ts';
import { APPLICATION_ID, type Context } from '../kinds/context.ts';
import { lastErrorWire } from './last-error.ts';
import { nextActionWire } from './next-action.ts';
import type { AutomaticMethods, DebitOptions, PaymentIntent, SetupIntent } from './payment-entities.ts';

export function paymentIntentWire(context: Context, intent: PaymentIntent): Stripe.PaymentIntent {
  return {
    ...UNUSED,
    ...intentWire(context, intent, 'payment_intent'),
    ...formatAmounts(context, intent),
    ...formatDetails(context, intent),
    ...formatIncluded(intent),
    ...splitWire(context, intent),
    amount: intent.amount,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.canceledAt === null ? null : (intent.cancellationReason ?? null),
    capture_method: intent.captureMethod ?? 'automatic',
    confirmation_method: intent.confirmationMethod ?? 'automatic',
    currency: intent.currency,
    last_payment_error: lastPaymentError(context, intent),
    latest_charge: intent.latestCharge,
    ...methodTypesWire(context, intent, cardOptionsWire(intent)),
    receipt_email: intent.receiptEmail,
    shipping: sentToWire(intent),
    setup_future_usage: intent.setupFutureUsage,
    statement_descriptor: intent.statementDescriptor ?? null,
    statement_descriptor_suffix: intent.statementSuffix ?? null,
  };
}

/** What payments and setups have in common. */
export function intentWire<Kind extends string, I extends PaymentIntent | SetupIntent>(
  context: Context,
  intent: I,
  object: Kind,
) {
  const { clientSecret, created, customer, description, id, metadata, status } = intent;
  return {
    ...automaticMethodsWire(context, intent),
    ...{ id, object, client_secret: clientSecret, created, customer, description, livemode: false },
    managed_payments: { enabled: false },
    metadata,
    next_action: nextActionWire(context, intent),
    payment_method: status === 'requires_payment_method' ? null : intent.paymentMethod,
    status,
  };
}

/** How it is shared between a platform and its account. */
function splitWire({ platform }: Context, { id, latestCharge, split = {} }: PaymentIntent) {
  const { applicationFee, destination, onBehalfOf, transferAmount } = split;
  const data = { ...(transferAmount !== undefined && { amount: transferAmount }) };
  const group = destination === undefined || latestCharge === null ? null : `group_${id}`;
  return {
    application: platform === null ? null : APPLICATION_ID,
    application_fee_amount: applicationFee ?? null,
    on_behalf_of: onBehalfOf ?? null,
    transfer_data: destination === undefined ? null : { ...data, destination },
    transfer_group: split.transferGroup ?? group,
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

function formatAmounts({ store }: Context, { amount, latestCharge, status }: PaymentIntent) {
  const captured = store.charges.get(latestCharge ?? '')?.amountCaptured ?? amount;
  return {
    amount_capturable: status === 'requires_capture' ? amount : 0,
    amount_received: status === 'succeeded' ? captured : 0,
  };
}

function automaticMethodsWire(
  context: Context,
  { automaticMethods }: { readonly automaticMethods?: AutomaticMethods },
) {
  if (automaticMethods === undefined) {
    return { automatic_payment_methods: null, payment_method_configuration_details: null };
  }
  return {
    automatic_payment_methods: { allow_redirects: automaticMethods.allowRedirects, enabled: true },
    payment_method_configuration_details: configurationWire(context),
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
  const isOfCharge = intent.latestCharge !== null && error?.decline_code !== 'authentication_not_handled';
  return error && isOfCharge ? { ...error, charge: intent.latestCharge } : error;
}

function cardOptionsWire({ cardOptions, checkout, setupFutureUsage, status, threeDSecure }: PaymentIntent) {
  const { captureMethod, incrementalAuthorization, mandateOptions } = cardOptions ?? {};
  const isSubscription = checkout !== undefined && checkout.included === undefined;
  // Paying for a subscription at checkout saves the card.
  const saves = isSubscription && status !== 'requires_payment_method' ? setupFutureUsage : null;
  const usage = cardOptions?.setupFutureUsage ?? saves;
  return {
    ...CARD_OPTIONS,
    ...(captureMethod && { capture_method: captureMethod }),
    ...(mandateOptions && { mandate_options: mandateOptions }),
    ...(incrementalAuthorization && { request_incremental_authorization: incrementalAuthorization }),
    request_three_d_secure: threeDSecure ?? 'automatic',
    ...(usage && { setup_future_usage: usage }),
  };
}

interface Typed {
  readonly debitOptions?: DebitOptions;
  readonly methodTypes?: readonly string[];
  readonly paymentMethod: string | null;
}

/** The types of payment methods that may be used, and the options of each. */
export function methodTypesWire({ store }: Context, intent: Typed, cardOptions: object) {
  const method = store.paymentMethods.get(intent.paymentMethod ?? '');
  const debit = method && debitType(method.card);
  const types = intent.methodTypes ?? (debit === undefined ? ['card'] : ['card', debit]);
  const debits = types.filter(isBankDebit).map((type) => [type, debitOptionsWire(type, intent)]);
  const options = debits.length === types.length ? {} : { card: cardOptions };
  return {
    payment_method_options: { ...options, ...Object.fromEntries(debits) },
    payment_method_types: [...types],
  };
}

function debitOptionsWire(type: BankDebitType, { debitOptions }: Typed) {
  const verification = BANK_DEBITS[type].isVerified ? { verification_method: 'automatic' } : {};
  const given = debitOptions?.[type];
  const connections = given?.financial_connections;
  return {
    ...verification,
    ...(type === 'us_bank_account' && { mandate_options: {} }),
    ...given,
    ...(typeof connections === 'object' && { financial_connections: { prefetch: [], ...connections } }),
  };
}

const CARD_OPTIONS = { installments: null, mandate_options: null, network: null };

const UNUSED = {
  ...unset<Stripe.PaymentIntent>('payment_intent'),
  amount_details: { tip: {} },
  payment_record: null,
  shared_payment_granted_token: null,
  source: null,
};
