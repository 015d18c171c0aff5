import { isObject, type JsonObject } from '../../description/json.ts';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import type { Person } from './manage-persons.ts';

const FOR_TRANSFERS = ['business_profile.url', 'business_type', 'tos_acceptance.date', 'tos_acceptance.ip'];
const OF_PERSON = ['dob.day', 'dob.month', 'dob.year', 'first_name', 'full_name_aliases', 'last_name'];
const OF_PERSON_FOR_CARDS = [
  'address.city',
  'address.line1',
  'address.postal_code',
  'address.state',
  'email',
  'phone',
  'ssn_last_4',
];
const OF_COMPANY = [
  'company.address.city',
  'company.address.line1',
  'company.address.postal_code',
  'company.address.state',
  'company.name',
  'company.tax_id',
];
/** It is needed for payouts alone. */
export const EXTERNAL_ACCOUNT = 'external_account';
/** Asked of accounts in these countries alone. */
const BY_COUNTRY: readonly (readonly [name: RegExp, countries: readonly string[]])[] = [
  [/\.full_name_aliases$/, ['SG']],
  [/\.ssn_last_4$/, ['US']],
  [/\.state$/, ['AU', 'CA', 'US']],
];
/** Asked in all countries but these. */
const NOT_IN: readonly (readonly [name: RegExp, countries: readonly string[]])[] = [[/\.phone$/, ['CA']]];

function isAskedIn(country: string, name: string): boolean {
  return (
    BY_COUNTRY.every(([asked, countries]) => !asked.test(name) || countries.includes(country)) &&
    NOT_IN.every(([asked, countries]) => !asked.test(name) || !countries.includes(country))
  );
}

/** Asked of an account that has not requested what it wants to do. */
const OF_ANYONE = [
  'business_profile.product_description',
  'business_profile.support_phone',
  'business_profile.url',
  'tos_acceptance.date',
  'tos_acceptance.ip',
];

interface Known {
  readonly hasBankAccount: boolean;
  readonly representative: Person | undefined;
}

/** What Stripe still has to know, named as in `requirements`; completing the hosted onboarding tells it all. */
export function requirementsDue(
  account: ConnectedAccount,
  { hasBankAccount, representative }: Known,
): string[] {
  const bank = hasBankAccount ? [] : [EXTERNAL_ACCOUNT];
  if (account.onboarded) return bank;
  const needed = neededBy(account, representative).filter((name) => isAskedIn(account.country, name));
  const details = representative ? { [representative.id]: representative.details } : {};
  const known = { ...account, details: { ...account.details, ...details } };
  return [...needed.filter((name) => !isGiven(known, name)), ...bank].sort();
}

function neededBy(
  { business_type, capabilities }: ConnectedAccount,
  representative: Person | undefined,
): readonly string[] {
  if (!Object.values(capabilities).some(({ requested }) => requested)) return OF_ANYONE;
  const takesCards = capabilities.card_payments?.requested ?? false;
  const isPerson = business_type === 'individual';
  const person = isPerson ? 'individual' : (representative?.id ?? 'representative');
  return [
    ...(takesCards ? ['business_profile.mcc'] : []),
    ...FOR_TRANSFERS,
    ...(isPerson || business_type === null ? [] : OF_COMPANY),
    ...[...OF_PERSON, ...(takesCards ? OF_PERSON_FOR_CARDS : [])].map((name) => `${person}.${name}`),
  ];
}

/** Stripe classifies a business by its website or by what it sells. */
export function isKnownBusiness({ product_description, url }: JsonObject): boolean {
  return Boolean(product_description ?? url);
}

function isGiven({ business_type, details }: ConnectedAccount, name: string): boolean {
  if (name === 'business_type') return business_type !== null;
  if (name === 'business_profile.mcc' && isKnownBusiness(details.business_profile ?? {})) return true;
  const found = name
    .split('.')
    .reduce<unknown>((part, key) => (isObject(part) ? readPart(part, key) : undefined), details);
  return found !== undefined && found !== null;
}

/** The whole number includes its last digits. */
function readPart(part: JsonObject, key: string): unknown {
  return part[key] ?? (key === 'ssn_last_4' ? part.id_number : undefined);
}

/** What Stripe has to know of an account, or of a person of it. */
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
