import type Stripe from 'stripe';
import { EXTERNAL_ACCOUNT, requirementsDue } from '../connect/requirements.ts';
import { ACCOUNT_ID, ACCOUNT_NAME, type Context } from '../context.ts';
import { unset } from '../description/unset.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import type { ConnectedAccount } from '../state/account-entities.ts';
import { embeddedList } from './embedded-list.ts';
import { externalAccountWire } from './external-account-wire.ts';

const BUSINESS_PROFILE = {
  ...unset<Stripe.Account.BusinessProfile>('account_business_profile'),
  specified_commercial_transactions_act_url: null,
};

/** The platform, as it sees itself. */
export function platformWire({ settings }: Context): object {
  return {
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: {
      ...BUSINESS_PROFILE,
      name: ACCOUNT_NAME,
      url: settings.publicUrl,
    },
    business_type: 'company',
    capabilities: { card_payments: 'active', transfers: 'active' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: 'account@example.com',
    metadata: {},
    payouts_enabled: true,
    settings: {
      branding: unset<Stripe.Account.Settings.Branding>('account_branding_settings'),
      card_payments: {
        ...unset<Stripe.Account.Settings.CardPayments>('account_card_payments_settings'),
        decline_on: { avs_failure: false, cvc_failure: false },
      },
      dashboard: { display_name: ACCOUNT_NAME, timezone: 'Etc/UTC' },
      payments: {
        ...unset<Stripe.Account.Settings.Payments>('account_payments_settings'),
        statement_descriptor: ACCOUNT_NAME.toUpperCase(),
      },
    },
    type: 'standard',
  };
}

interface Standing {
  readonly due: readonly string[];
  /** Whether the requested capabilities are active. */
  readonly isActive: boolean;
}

/** What a connected account may do, by what Stripe still has to know of it. */
export function standing(context: Context, account: ConnectedAccount): Standing {
  const { bankAccounts } = context.connected(account.id).store;
  const due = requirementsDue(account, bankAccounts.size > 0);
  return { due, isActive: due.every((name) => name === EXTERNAL_ACCOUNT) };
}

export function accountWire(context: Context, account: ConnectedAccount): JsonObject {
  const { controller, details, id } = account;
  const { due, isActive } = standing(context, account);
  const capabilities = Object.entries(account.capabilities);
  const isTrading = isActive && (account.onboarded || capabilities.some(([, { requested }]) => requested));
  const isOurs = controller.requirementCollection === 'application';
  const isShown = isOurs || !hasStartedOnboarding(context, account);
  return {
    id,
    object: 'account',
    business_profile: { ...BUSINESS_PROFILE, ...details.business_profile },
    business_type: account.businessType,
    capabilities: Object.fromEntries(
      capabilities.map(([name, { requested }]) => [name, requested && isActive ? 'active' : 'inactive']),
    ),
    charges_enabled: isTrading,
    ...(isShown && companyWire(account)),
    controller: controllerWire(account),
    country: account.country,
    created: account.created,
    default_currency: account.defaultCurrency,
    details_submitted: account.onboarded || (isOurs && due.length === 0),
    email: account.email,
    external_accounts: externalAccounts(context, id),
    future_requirements: requirementsWire([]),
    ...(isShown &&
      details.individual !== undefined && { individual: personWire(account, details.individual) }),
    metadata: account.metadata,
    payouts_enabled: isTrading && due.length === 0,
    requirements: requirementsWire(due),
    settings: settingsWire(account),
    tos_acceptance: { ...unset('account_tos_acceptance'), ...details.tos_acceptance },
    type: account.type,
  };
}

export function requirementsWire(due: readonly string[]) {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [...due],
    disabled_reason: due.length === 0 ? null : ('requirements.past_due' as const),
    errors: [],
    eventually_due: [...due],
    past_due: [...due],
    pending_verification: [],
  };
}

function externalAccounts(context: Context, id: string) {
  const { bankAccounts } = context.connected(id).store;
  const all = Array.from(bankAccounts.newestFirst(), (bank) => externalAccountWire(id, bank));
  return embeddedList(all, `/v1/accounts/${id}/external_accounts`);
}

function controllerWire({ controller }: ConnectedAccount): object {
  return {
    fees: { payer: controller.fees },
    is_controller: true,
    losses: { payments: controller.losses },
    requirement_collection: controller.requirementCollection,
    stripe_dashboard: { type: controller.dashboard },
    type: 'application',
  };
}

/** Stripe hides who an account belongs to from the platform once the account's owner has been asked for it. */
function hasStartedOnboarding({ store }: Context, { id, onboarded }: ConnectedAccount): boolean {
  const [link] = store.accountLinks.where('account', id);
  return onboarded || link !== undefined;
}

/** A person's account has one only if it was given. */
function companyWire({ businessType, country, details }: ConnectedAccount): object {
  if (details.company === undefined && (businessType === null || businessType === 'individual')) return {};
  const { tax_id, vat_id, address, verification, ...given } = details.company ?? {};
  const company = {
    address: { ...unset('address'), country, ...part(address) },
    directors_provided: false,
    executives_provided: false,
    name: null,
    owners_provided: false,
    verification: { document: { ...NO_DOCUMENT, ...part(part(verification).document) } },
    ...given,
    tax_id_provided: tax_id !== undefined,
    ...(vat_id !== undefined && { vat_id_provided: true }),
  };
  return { company };
}

const NO_DOCUMENT = unset('legal_entity_company_verification_document');

const part = (value: unknown): JsonObject => (isObject(value) ? value : {});

function personWire(account: ConnectedAccount, given: JsonObject): object {
  const { id_number, ssn_last_4, relationship, verification: _documents, ...shown } = given;
  return {
    ...unset('person'),
    id: account.personId,
    object: 'person',
    account: account.id,
    created: account.created,
    future_requirements: null,
    metadata: {},
    requirements: null,
    ...shown,
    id_number_provided: id_number !== undefined,
    relationship: {
      ...unset('person_relationship'),
      representative: true,
      ...(isObject(relationship) && relationship),
    },
    ssn_last_4_provided: ssn_last_4 !== undefined || id_number !== undefined,
  };
}

function settingsWire({ controller, details }: ConnectedAccount): object {
  const { settings = {} } = details;
  const given = (name: string) => (isObject(settings[name]) ? settings[name] : {});
  const { schedule, ...payouts } = given('payouts');
  return {
    bacs_debit_payments: {
      ...unset('account_bacs_debit_payments_settings'),
      ...given('bacs_debit_payments'),
    },
    branding: { ...unset('account_branding_settings'), ...given('branding') },
    card_issuing: { tos_acceptance: { date: null, ip: null } },
    card_payments: {
      ...unset('account_card_payments_settings'),
      decline_on: { avs_failure: false, cvc_failure: false },
      ...given('card_payments'),
    },
    dashboard: { display_name: details.business_profile?.name ?? null, timezone: 'Etc/UTC' },
    invoices: {
      ...unset('account_invoices_settings'),
      hosted_payment_method_save: 'offer',
      ...given('invoices'),
    },
    payments: { ...unset('account_payments_settings'), ...given('payments') },
    payouts: {
      debit_negative_balances: controller.requirementCollection === 'stripe',
      statement_descriptor: null,
      ...payouts,
      schedule: { delay_days: 2, interval: 'daily', ...(isObject(schedule) && schedule) },
    },
    sepa_debit_payments: given('sepa_debit_payments'),
  };
}
