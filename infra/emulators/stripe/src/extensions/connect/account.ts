import type Stripe from 'stripe';
import { externalAccountWire } from '../../customers/methods/bank-account.ts';
import { isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import { ACCOUNT_ID, type Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/read-page.ts';
import { type Entity, unset } from '../../kinds/store/kind-type.ts';
import { findIndividual, hasRole, listPersons } from './manage-persons.ts';
import { accountAddressWire, documentsWire, personWire } from './person.ts';
import { EXTERNAL_ACCOUNT, isKnownBusiness, requirementsDue, requirementsWire } from './requirements.ts';

/** A single-use link to the hosted onboarding. Its id is the secret in its URL. */
export interface AccountLink extends Entity {
  readonly account: string;
  /** Null for a link to the Express dashboard. */
  readonly refresh_url: string | null;
  readonly return_url: string | null;
  readonly visited: boolean;
}

const BUSINESS_PROFILE = {
  ...unset<Stripe.Account.BusinessProfile>('account_business_profile'),
  specified_commercial_transactions_act_url: null,
};

const NEVER_DECLINED = { decline_on: { avs_failure: false, cvc_failure: false } };

/** A part of the settings, of which nothing is set but what is known. */
const settingsOf = (name: string, known: object = {}) => ({ ...unset(`account_${name}_settings`), ...known });

/** What nobody has set; the platform pays out on request. */
const PLAIN_SETTINGS = {
  bacs_debit_payments: settingsOf('bacs_debit_payments'),
  branding: settingsOf('branding'),
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: settingsOf('card_payments', NEVER_DECLINED),
  invoices: settingsOf('invoices', { hosted_payment_method_save: 'offer' }),
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'manual' },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
};

/** The platform, as it sees itself. */
export function platformWire({ settings }: Context): object {
  return {
    id: ACCOUNT_ID,
    object: 'account',
    business_profile: {
      ...BUSINESS_PROFILE,
      name: settings.accountName,
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
      ...PLAIN_SETTINGS,
      dashboard: { display_name: settings.accountName, timezone: 'Etc/UTC' },
      payments: settingsOf('payments', { statement_descriptor: settings.accountName.toUpperCase() }),
    },
    type: 'standard',
  };
}

export function accountWire(context: Context, account: ConnectedAccount): JsonObject {
  const { deleted: _deleted, details, onboarded, personId: _person, ...visible } = account;
  const { controller } = account;
  const [company, individual] = [shownCompany(account), findIndividual(account)];
  const { due, isActive } = standing(context, account);
  const capabilities = Object.entries(account.capabilities).filter(([, { requested }]) => requested);
  const isTrading = isActive && (onboarded || capabilities.length > 0);
  const isOurs = controller.requirement_collection === 'application';
  const isShown = isOurs || !hasStartedOnboarding(context, account);
  return {
    ...visible,
    object: 'account',
    business_profile: businessProfileWire(account),
    capabilities: Object.fromEntries(capabilities.map(([name]) => [name, isActive ? 'active' : 'inactive'])),
    charges_enabled: isTrading,
    ...(isShown && company !== undefined && { company }),
    details_submitted: onboarded || (isOurs && due.length === 0),
    external_accounts: externalAccounts(context, account),
    future_requirements: requirementsWire([]),
    ...(isShown && individual !== undefined && { individual: personWire(account, individual, due) }),
    payouts_enabled: isTrading && due.length === 0,
    requirements: requirementsWire(due),
    settings: settingsWire(account),
    tos_acceptance: { ...unset('account_tos_acceptance'), ...details.tos_acceptance },
  };
}

function externalAccounts(context: Context, account: ConnectedAccount) {
  const { bankAccounts } = context.connected(account.id).store;
  const all = Array.from(bankAccounts.newestFirst(), (bank) => externalAccountWire(account, bank));
  return embeddedList(all, `/v1/accounts/${account.id}/external_accounts`);
}

/** Stripe hides who an account belongs to from the platform once the account's owner has been asked for it. */
function hasStartedOnboarding({ store }: Context, { id, onboarded }: ConnectedAccount): boolean {
  const [link] = store.accountLinks.where('account', id);
  return onboarded || link !== undefined;
}

/** The category code of a custom account whose website or product Stripe knows, and can classify. */
const DERIVED_CATEGORY = '5734';

function businessProfileWire({ controller, details }: ConnectedAccount): object {
  const { business_profile: profile = {}, company = {} } = details;
  const isClassified = controller.requirement_collection === 'application' && isKnownBusiness(profile);
  return {
    ...BUSINESS_PROFILE,
    ...(isClassified && { mcc: DERIVED_CATEGORY }),
    name: company.name ?? null,
    ...profile,
  };
}

/** An individual is also shown as the company that they are. */
function shownCompany({ business_type, country, details }: ConnectedAccount): object | undefined {
  const { company, individual } = details;
  if (company !== undefined) return companyWire(country, company);
  if (business_type === null) return undefined;
  if (business_type !== 'individual') return companyWire(country, {});
  if (individual === undefined) return undefined;
  const { address, phone } = individual;
  const complete = { directors_provided: true, executives_provided: true, owners_provided: true };
  return companyWire(country, { address, ...complete, ...(phone !== undefined && { phone }) });
}

function companyWire(
  country: string,
  { address, tax_id, vat_id, verification, ...given }: JsonObject,
): object {
  return {
    directors_provided: false,
    executives_provided: false,
    name: null,
    owners_provided: false,
    ...given,
    address: accountAddressWire({ country, ...(isObject(address) && address) }),
    tax_id_provided: tax_id !== undefined,
    ...(vat_id !== undefined && { vat_id_provided: true }),
    verification: documentsWire(verification),
  };
}

/** The name by which customers know the business; without one it is the host of its website. */
function tradingName({ details: { business_profile: profile = {}, company = {} } }: ConnectedAccount) {
  const { name = company.name, url } = profile;
  const site = URL.parse(/^https?:/.test(String(url)) ? String(url) : `https://${url}`);
  const host = url === undefined || url === null ? undefined : site?.hostname.replace(/^www\./, '');
  return { name: typeof profile.name === 'string' ? profile.name : host, shown: name ?? host ?? null };
}

/** Statement descriptors lack some characters. */
function descriptors(account: ConnectedAccount) {
  const text = tradingName(account)
    .name?.toUpperCase()
    .replace(/[<>\\'"*]/g, '');
  if (text === undefined || account.country === 'JP') return { whole: null, prefix: null };
  return { whole: text.slice(0, 22).trim(), prefix: text.slice(0, 10).trim() };
}

function settingsWire(account: ConnectedAccount): object {
  const { settings = {} } = account.details;
  const { prefix, whole } = descriptors(account);
  const given = (name: string) => (isObject(settings[name]) ? settings[name] : {});
  const part = (name: string, own: object = {}) => settingsOf(name, { ...own, ...given(name) });
  const { schedule, ...payouts } = given('payouts');
  return {
    bacs_debit_payments: part('bacs_debit_payments'),
    branding: part('branding'),
    card_issuing: PLAIN_SETTINGS.card_issuing,
    card_payments: part('card_payments', { ...NEVER_DECLINED, statement_descriptor_prefix: prefix }),
    dashboard: { display_name: tradingName(account).shown, timezone: 'Etc/UTC' },
    invoices: part('invoices', { hosted_payment_method_save: 'offer' }),
    payments: part('payments', { statement_descriptor: whole }),
    payouts: {
      debit_negative_balances: account.controller.requirement_collection === 'stripe',
      statement_descriptor: null,
      ...payouts,
      schedule: { delay_days: 2, interval: 'daily', ...(isObject(schedule) && schedule) },
    },
    sepa_debit_payments: given('sepa_debit_payments'),
  };
}

/** What a connected account may do, by what Stripe still has to know of it. */
/** What is due, and whether the requested capabilities are active. */
export function standing(context: Context, account: ConnectedAccount) {
  const { bankAccounts } = context.connected(account.id).store;
  const representative = listPersons(context, account).find((person) => hasRole(person, 'representative'));
  const due = requirementsDue(account, { hasBankAccount: bankAccounts.size > 0, representative });
  return { due, isActive: due.every((name) => name === EXTERNAL_ACCOUNT) };
}
