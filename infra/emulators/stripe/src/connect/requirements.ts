import { isObject } from '../json-object.ts';
import type { ConnectedAccount } from '../state/account-entities.ts';

const FOR_TRANSFERS = ['business_profile.url', 'business_type', 'tos_acceptance.date', 'tos_acceptance.ip'];
const OF_PERSON = ['dob.day', 'dob.month', 'dob.year', 'first_name', 'last_name'];
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
/** Needed for payouts alone. */
export const EXTERNAL_ACCOUNT = 'external_account';
/** Asked of an account that has not requested what it wants to do. */
const OF_ANYONE = [
  'business_profile.product_description',
  'business_profile.support_phone',
  'business_profile.url',
  'tos_acceptance.date',
  'tos_acceptance.ip',
];
/** Asked of accounts in the United States alone. */
const AMERICAN = /\.(ssn_last_4|state)$/;

/** What Stripe still has to know, named as in `requirements`; completing the hosted onboarding tells it all. */
export function requirementsDue(account: ConnectedAccount, hasBankAccount: boolean): string[] {
  const bank = hasBankAccount ? [] : [EXTERNAL_ACCOUNT];
  if (account.onboarded) return bank;
  const needed = neededBy(account).filter((name) => account.country === 'US' || !AMERICAN.test(name));
  return [...needed.filter((name) => !isGiven(account, name)), ...bank].sort();
}

function neededBy({ businessType, capabilities }: ConnectedAccount): readonly string[] {
  if (!Object.values(capabilities).some(({ requested }) => requested)) return OF_ANYONE;
  const takesCards = capabilities.card_payments?.requested ?? false;
  const isPerson = businessType === 'individual';
  const person = isPerson ? 'individual' : 'representative';
  return [
    ...(takesCards ? ['business_profile.mcc'] : []),
    ...FOR_TRANSFERS,
    ...(isPerson || businessType === null ? [] : OF_COMPANY),
    ...[...OF_PERSON, ...(takesCards ? OF_PERSON_FOR_CARDS : [])].map((name) => `${person}.${name}`),
  ];
}

function isGiven({ businessType, details }: ConnectedAccount, name: string): boolean {
  if (name === 'business_type') return businessType !== null;
  const found = name
    .split('.')
    .reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), details);
  return found !== undefined && found !== null;
}
