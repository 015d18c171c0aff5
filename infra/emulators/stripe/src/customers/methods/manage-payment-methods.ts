import type Stripe from 'stripe';
import {
  exclusiveParameters,
  invalidRequest,
  missingParameter,
  notSupported,
  rejected,
} from '../../description/api-error.ts';
import { API_VERSION, isParameterAtStripe } from '../../description/description.ts';
import { inPlatform } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { emitChange, newId } from '../../kinds/objects.ts';
import { billingAddressParam, toAddress } from '../../kinds/params/address.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { clearable, optional, type Reader, type ReadValue, text } from '../../kinds/params/reader.ts';
import { email } from '../../kinds/params/texts.ts';
import { givenBank, readTexts, requireBankAddress } from './bank-debit-params.ts';
import { BANK_DEBITS, isBankDebit } from './bank-debits.ts';
import type { MethodType } from './card.ts';
import {
  type BillingDetails,
  type PaymentMethod,
  paymentMethodWire,
  requirePaymentMethod,
} from './payment-method.ts';
import { expiryFields, rawCard, rawNumber, withExpiry } from './raw-card.ts';
import { freshMethod, methodFor, ofAnother, rejectUsedUp } from './ready-made-method.ts';
import { isRedirect, REDIRECT_METHODS, REDIRECT_TYPES, type RedirectType } from './redirect-methods.ts';
import { takeCard } from './save-card.ts';
import { BANK_DEBIT_TYPES, type BankDebitType } from './test-card.ts';
import { testCardByName } from './test-cards.ts';

const PATH = '/v1/payment_methods';

const described = describedParams<Stripe.PaymentMethodCreateParams>(`POST ${PATH}`, {
  billing_details: ['address', 'email', 'name', 'phone'],
  'billing_details[address]': clearable(billingAddressParam),
  'billing_details[email]': clearable(email()),
  // Stripe derives more from these.
  ideal: [],
  klarna: [],
});

const shared = described('allow_redisplay', 'billing_details', 'metadata');

/** Stripe has one parameter per payment method type, named after it. */
const type: Reader<MethodType> = (value, name) => {
  const given = text()(value, name);
  if (given === 'card' || isBankDebit(given) || isRedirect(given)) return given;
  if (isParameterAtStripe(`POST ${PATH}`, given, API_VERSION)) throw notSupported(`${name}=${given}`, name);
  throw invalidRequest(`Invalid ${name}: ${given}`, { param: name });
};

const givenCard = object({
  cvc: optional(text()),
  ...expiryFields,
  number: optional(text()),
  token: optional(text()),
});

const methodFields = {
  ...shared,
  ...described(...BANK_DEBIT_TYPES, ...REDIRECT_TYPES),
  card: optional(givenCard),
  type,
} as const;
const methodParams = object(methodFields);
const createParams = object({
  ...methodFields,
  ...described('customer', 'payment_method'),
  type: optional(type),
});

/** A new payment method in the request that uses it. */
export const methodDataParam = optional(methodParams);

const updateParams = object({
  ...shared,
  card: optional(object(expiryFields)),
});

export const managePaymentMethodEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const { customer, payment_method: shared, type: given, ...others } = params;
    if (shared !== undefined) {
      const { metadata: change } = params;
      const copy = copyOfPlatform(context, shared, customer);
      return paymentMethodWire(
        context.store.paymentMethods.put({ ...copy, metadata: changedMetadata({}, change) }),
      );
    }
    if (given === undefined) throw missingParameter('type');
    if (customer !== undefined) {
      throw invalidRequest(
        'You cannot attach a PaymentMethod to a Customer during PaymentMethod creation. Please instead create the PaymentMethod and then attach it using the attachment method of the PaymentMethods API.',
      );
    }
    return paymentMethodWire(createdMethod(context, { ...others, type: given }, ''));
  }),
  post(`${PATH}/:id`, updateParams, (context, params, { id = '' }) => {
    const before = requirePaymentMethod(context, id);
    if (before.customer === null) {
      throw rejected('You must save this PaymentMethod to a customer before you can update it.');
    }
    const card = withExpiry(context, before.card, params.card);
    const details = changedDetails(before.billing_details, params.billing_details);
    if (params.billing_details !== undefined) requireBankAddress(context, before, details, 'billing_details');
    const { allow_redisplay: redisplay = before.allow_redisplay } = params;
    const after = context.store.paymentMethods.put({
      ...before,
      ...(redisplay && { allow_redisplay: redisplay }),
      billing_details: details,
      card,
      metadata: changedMetadata(before.metadata, params.metadata),
    });
    const former = paymentMethodWire(before);
    return emitChange(context, 'payment_method.updated', former, paymentMethodWire(after));
  }),
];

/** The platform's payment method as one of its connected account. */
function copyOfPlatform(context: Context, id: string, customer: string | undefined): PaymentMethod {
  if (context.platform === null) {
    throw rejected(
      'You can only clone a PaymentMethod to a connected account, which the Stripe-Account header names.',
      { param: 'payment_method' },
    );
  }
  const original = methodFor(inPlatform(context), id, 'payment_method');
  if (customer !== undefined && original.customer !== customer) throw ofAnother(id, customer);
  if (customer === undefined && original.customer !== null) {
    throw rejected(
      `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${original.customer}. Please include the Customer in the \`customer\` parameter.`,
      { code: 'parameter_missing', param: 'customer' },
    );
  }
  rejectUsedUp(original);
  const isChecked = original.customer !== null;
  return { ...original, id: newId('pm'), created: context.time.now(), customer: null, isChecked };
}

/** `parent` is the parameter with the payment method; empty if the request is about nothing else. */
function createdMethod(
  context: Context,
  params: ReadValue<typeof methodParams>,
  parent: string,
): PaymentMethod {
  const within = (name: string) => (parent === '' ? name : `${parent}[${name}]`);
  const method =
    params.type === 'card'
      ? { ...requireCard(context, params.card, within('card')), id: newId('pm') }
      : freshOther(context, params.type, params, within);
  const details = changedDetails(method.billing_details, params.billing_details);
  requireBankAddress(context, method, details, within('billing_details'));
  return context.store.paymentMethods.put({
    ...method,
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: details,
    metadata: changedMetadata({}, params.metadata),
  });
}

function freshOther(
  context: Context,
  type: BankDebitType | RedirectType,
  params: ReadValue<typeof methodParams>,
  within: (name: string) => string,
): PaymentMethod {
  const { requires } = isRedirect(type) ? REDIRECT_METHODS[type] : BANK_DEBITS[type];
  const given = { ...params.billing_details, country: params.billing_details?.address?.country };
  const missing = requires.find((field) => given[field] == null);
  const { bank, card, last4 } = isRedirect(type)
    ? {
        bank: { fingerprint: '', fields: readTexts(params[type] ?? {}) },
        card: testCardByName(type),
        last4: '',
      }
    : givenBank(type, params[type], within(type));
  const place = missing === 'country' ? 'address][country' : missing;
  if (place !== undefined) throw missingParameter(`${within('billing_details')}[${place}]`);
  const method = freshMethod(context, card);
  const isUnverified = isBankDebit(type) && BANK_DEBITS[type].isVerified;
  return { ...method, card: { ...method.card, bank, last4 }, ...(isUnverified && { isUnverified }) };
}

interface GivenMethod {
  readonly payment_method?: string | undefined;
  readonly payment_method_data?: ReadValue<typeof methodParams> | undefined;
}

/** The id of the payment method of a request, which `payment_method_data` creates. */
export function givenMethod(
  context: Context,
  { payment_method: id, payment_method_data: data }: GivenMethod,
): string | undefined {
  if (data === undefined) return id;
  if (id === undefined) return createdMethod(context, data, 'payment_method_data').id;
  throw exclusiveParameters('payment_method, payment_method_data', 'payment_method_data');
}

/** The card of a token, or with a number. */
function requireCard(
  context: Context,
  given: ReadValue<typeof givenCard> | undefined,
  param: string,
): PaymentMethod {
  const { number, token, ...others } = given ?? {};
  if (number !== undefined) {
    if (token !== undefined)
      throw exclusiveParameters(`${param}[number], ${param}[token]`, `${param}[token]`);
    return rawCard(context, { ...others, number }, param);
  }
  if (token === undefined) throw missingParameter(given === undefined ? param : `${param}[token]`);
  const card = takeCard(context, token, `${param}[token]`);
  if (card === undefined) throw rejected(`Invalid token id: ${token}`, 'token');
  return card;
}

/** A token as a source. A card with its number is not taken as one. */
export const sourceToken: Reader<string> = (value, name) => {
  if (typeof value === 'object' && 'number' in value) throw rawNumber();
  if (typeof value === 'object' && 'account_number' in value) {
    throw notSupported('bank accounts of customers', name);
  }
  return text()(value, name);
};

function changedDetails(
  before: BillingDetails,
  given: NonNullable<ReadValue<typeof shared.billing_details>> = {},
): BillingDetails {
  const { address, email = before.email, name = before.name, phone = before.phone } = given;
  const others = { ...before, email, name, phone };
  if (address === undefined) return others;
  const known = before.address ?? toAddress({ postal_code: before.postal_code ?? undefined });
  const whole = address === null ? toAddress({}) : toAddress(address, known);
  return { ...others, address: whole, postal_code: whole.postal_code };
}
