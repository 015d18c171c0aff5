import type Stripe from 'stripe';
import { addBankAccount, bankDetails, requireBank, setBank } from '../../customers/methods/bank-accounts.ts';
import { invalidRequest, rejected } from '../../description/api-error.ts';
import { COUNTRY_CODES } from '../../description/country-codes.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import {
  type ConnectedAccount,
  inConnected,
  requireAccount,
  requireConnected,
} from '../../kinds/account-contexts.ts';
import { ACCOUNT_ID, ACCOUNT_NAME, APPLICATION_ID, type Context, tell } from '../../kinds/context.ts';
import { deletion, type Endpoint, get, nothing, post, retrieval } from '../../kinds/endpoint.ts';
import { emit, finder, newId } from '../../kinds/objects.ts';
import { asDescribed, describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, list, metadata, object } from '../../kinds/params/composite.ts';
import { optional, type Reader, type ReadValue, text } from '../../kinds/params/reader.ts';
import { email as emailAddress, payoutCurrency } from '../../kinds/params/texts.ts';
import { resource } from '../../kinds/resource.ts';
import { accountWire, platformWire } from './account.ts';
import { changeAccount, mergeDetails, requestedCapability } from './change-account.ts';
import { CURRENCY_BY_COUNTRY } from './country-currencies.ts';

const PATH = '/v1/accounts';
const CREATE = `POST ${PATH}`;

/** Parts of an account that are stored as given. */
const DETAILS = ['business_profile', 'company', 'individual', 'settings', 'tos_acceptance'] as const;

const choices = describedParams<Stripe.AccountCreateParams>(CREATE, {
  // Stripe describes none here, but takes it as it does of other persons.
  'individual[nationality]': text(),
});

const described = (name: string) => optional(asDescribed(CREATE, name) as Reader<JsonObject>);

/** Parts of the business profile can be unset. */
const businessProfile: Reader<JsonObject | undefined> = (value, name) => {
  if (typeof value !== 'object') return described('business_profile')(value, name);
  const isUnset = (part: unknown) => part === '';
  const given = Object.entries(value);
  const rest = Object.fromEntries(given.filter(([, part]) => !isUnset(part)));
  const unset = given.filter(([, part]) => isUnset(part)).map(([key]) => [key, null]);
  return { ...described('business_profile')(rest, name), ...Object.fromEntries(unset) };
};

const sharedParams = {
  bank_account: optional(bankDetails),
  business_profile: businessProfile,
  ...choices('business_type'),
  capabilities: described('capabilities'),
  company: described('company'),
  default_currency: optional(payoutCurrency),
  email: optional(emailAddress()),
  external_account: optional(bankDetails),
  individual: choices('individual').individual as Reader<JsonObject | undefined>,
  metadata,
  requested_capabilities: optional(list(text())),
  settings: described('settings'),
  tos_acceptance: described('tos_acceptance'),
};

const createParams = object({
  ...sharedParams,
  controller: described('controller'),
  country: optional(text(2)),
  ...choices('type'),
});
const updateParams = object(sharedParams);

const accounts = resource(PATH, finder('account', 'accounts'), accountWire);

export const accountEndpoints: readonly Endpoint[] = [
  get('/v1/account', nothing, (context) => show(context)),
  post(PATH, createParams, create),
  accounts.list({ where: ({ deleted }) => !deleted }),
  retrieval(`${PATH}/:id`, show),
  post(`${PATH}/:id`, updateParams, (context, params, { id = '' }) => {
    const account = requireConnected(context, id);
    const details = givenBank(params);
    const after = changeAccount(context, account, () => {
      const own = inConnected(context, id);
      if (details !== undefined) setBank(own, requireBank(context, details));
      return context.store.accounts.put(changed(context, account, params));
    });
    return accountWire(context, after);
  }),
  deletion(`${PATH}/:id`, nothing, (context, _params, { id = '' }) => {
    const account = requireConnected(context, id);
    const application = { id: APPLICATION_ID, object: 'application', name: ACCOUNT_NAME };
    emit(inConnected(context, id), 'account.application.deauthorized', application);
    context.store.accounts.put({ ...account, deleted: true });
    return { id, object: 'account', deleted: true };
  }),
];

function show(context: Context, id = context.accountId): object {
  if (id === ACCOUNT_ID && context.platform === null) return platformWire(context);
  return accountWire(context, requireAccount(context, id));
}

type Controller = ConnectedAccount['controller'];

function controlledBy(
  payer: Controller['fees']['payer'],
  payments: Controller['losses']['payments'],
  requirement_collection: Controller['requirement_collection'],
  dashboard: Controller['stripe_dashboard']['type'],
): Controller {
  return {
    fees: { payer },
    is_controller: true,
    losses: { payments },
    requirement_collection,
    stripe_dashboard: { type: dashboard },
    type: 'application',
  };
}

const CONTROLLERS = {
  custom: controlledBy('application_custom', 'application', 'application', 'none'),
  express: controlledBy('application_express', 'application', 'stripe', 'express'),
  standard: controlledBy('account', 'stripe', 'stripe', 'full'),
} as const;

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const { store, time } = context;
  if (context.platform !== null) {
    throw rejected(
      "You can only create new accounts if you've signed up for Connect, which you can do at https://dashboard.stripe.com/connect.",
    );
  }
  const { country = 'US', default_currency: money = CURRENCY_BY_COUNTRY[country] ?? 'usd' } = params;
  if (!COUNTRY_CODES.includes(country)) {
    const message = `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'. A full list of country codes is available at https://stripe.com/docs/connect/custom-accounts#create`;
    throw rejected(message, 'country');
  }
  const account: ConnectedAccount = {
    id: newId('acct', 16),
    created: time.now(),
    deleted: false,
    ...controlled(params),
    country,
    default_currency: money,
    email: null,
    business_type: null,
    capabilities: {},
    details: {},
    onboarded: false,
    personId: newId('person'),
    metadata: {},
  };
  const made = store.accounts.put(changed(context, account, params));
  const own = inConnected(context, made.id);
  tell(context, 'accountCreated', own);
  const details = givenBank(params);
  if (details !== undefined) addBankAccount(own, { bank: requireBank(context, details) });
  return accountWire(context, made);
}

function controlled({
  type,
  controller,
}: ReadValue<typeof createParams>): Pick<ConnectedAccount, 'controller' | 'type'> {
  if (controller === undefined)
    return { controller: CONTROLLERS[type ?? 'standard'], type: type ?? 'standard' };
  if (type !== undefined) {
    throw invalidRequest(
      'You may not provide the `type` parameter and `controller` parameters simultaneously. They are mutually exclusive.',
    );
  }
  const chosen = mergeDetails({ ...CONTROLLERS.standard }, controller);
  return { controller: chosen as unknown as Controller, type: 'none' };
}

function changed(
  { time }: Context,
  account: ConnectedAccount,
  params: ReadValue<typeof updateParams>,
): ConnectedAccount {
  const { business_type, default_currency, email, tos_acceptance } = params;
  const accepts = tos_acceptance?.date !== undefined || tos_acceptance?.ip !== undefined;
  if (accepts && account.controller.requirement_collection === 'stripe') {
    throw rejected(
      'You cannot accept the Terms of Service on behalf of accounts where `controller[requirement_collection]=stripe`, which includes Standard and Express accounts.',
      { param: 'tos_acceptance' },
    );
  }
  const given = DETAILS.flatMap((name) => {
    const part = params[name];
    return part === undefined ? [] : [[name, mergeDetails(account.details[name] ?? {}, part)] as const];
  });
  const requests = Object.entries(givenCapabilities(params)).flatMap(([name, part]) => {
    const requested = isObject(part) ? part.requested : undefined;
    const before = account.capabilities[name];
    return typeof requested === 'boolean'
      ? [[name, requestedCapability(before, requested, time.now())] as const]
      : [];
  });
  return {
    ...account,
    business_type: business_type ?? account.business_type,
    capabilities: { ...account.capabilities, ...Object.fromEntries(requests) },
    default_currency: default_currency ?? account.default_currency,
    details: { ...account.details, ...Object.fromEntries(given) },
    email: email ?? account.email,
    metadata: changedMetadata(account.metadata, params.metadata),
  };
}

/** A bank account by itself is the older form of an external account. */
function givenBank({ bank_account, external_account }: ReadValue<typeof updateParams>) {
  return external_account ?? bank_account;
}

/** A list of names is the older form of requests. */
function givenCapabilities({
  capabilities = {},
  requested_capabilities: names = [],
}: ReadValue<typeof updateParams>): JsonObject {
  return { ...Object.fromEntries(names.map((name) => [name, { requested: true }])), ...capabilities };
}
