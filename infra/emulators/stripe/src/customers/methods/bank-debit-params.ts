import { createHash } from 'node:crypto';
import {
  type ApiError,
  invalidRequest,
  missingParameter,
  notSupported,
  rejected,
} from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { BANK_DEBITS } from './bank-debits.ts';
import type { BankDetails } from './card.ts';
import { accountByNumber } from './debit-outcomes.ts';
import type { BillingDetails, PaymentMethod } from './payment-method.ts';
import { bankOfIban, SEPA_UNUSABLE } from './sepa-accounts.ts';
import type { BankDebitType, TestCard } from './test-card.ts';
import { testCardByName } from './test-cards.ts';

/** A bank account that a request gives. */
export interface GivenBank {
  readonly card: TestCard;
  readonly last4: string;
  readonly bank: BankDetails;
}

/** The test account that a request means. `name` is the parameter with the details. */
export function givenBank(type: BankDebitType, details: unknown, name: string): GivenBank {
  if (details === undefined) throw missingParameter(name);
  const given = readTexts(details);
  if ('financial_connections_account' in given) {
    throw notSupported('accounts of financial connections', `${name}[financial_connections_account]`);
  }
  return type === 'sepa_debit' ? bankByIban(given, name) : bankByNumber(type, given, name);
}

export function readTexts(details: unknown): Record<string, string> {
  const entries = Object.entries(details as object).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries);
}

function bankByIban({ iban = '' }: Record<string, string>, name: string): GivenBank {
  const number = iban.replaceAll(' ', '').toUpperCase();
  const fields = bankOfIban(number);
  if (fields === undefined) {
    throw invalid('invalid_bank_account_iban', 'The IBAN you provided is invalid.', `${name}[iban]`);
  }
  if (SEPA_UNUSABLE.some((ending) => number.endsWith(ending))) {
    const message =
      'The bank account provided cannot be used to charge. A different bank account must be used.';
    throw rejected(message, { code: 'bank_account_unusable', param: `${name}[iban]` });
  }
  return found('sepa_debit', number, fields) ?? unknownAccount('sepa_debit', `${name}[iban]`);
}

function bankByNumber(type: BankDebitType, given: Record<string, string>, name: string): GivenBank {
  const { account_number: number, reference: _, ...others } = given;
  if (number === undefined) throw missingParameter(`${name}[account_number]`);
  for (const [field, expected] of Object.entries(BANK_DEBITS[type].bank)) {
    const value = others[field];
    if (value === undefined) throw missingParameter(`${name}[${field}]`);
    if (digits(value) === expected) continue;
    const message = `You must use a test bank account in test mode. Try ${expected} as the ${field}.`;
    throw invalid('routing_number_invalid', message, `${name}[${field}]`);
  }
  const fields = { ...others, ...BANK_DEBITS[type].bank };
  return found(type, digits(number), fields) ?? unknownAccount(type, `${name}[account_number]`);
}

const digits = (text: string): string => text.replaceAll(/[\s-]/g, '');

function found(type: BankDebitType, number: string, fields: BankDetails['fields']): GivenBank | undefined {
  const account = accountByNumber(type, number);
  if (account === undefined) return undefined;
  const hash = createHash('sha256').update(`${type}:${number}`).digest('hex');
  const bank = { fields, fingerprint: hash.slice(0, 16) };
  return { card: testCardByName(account.card), last4: number.slice(-4), bank };
}

function unknownAccount(type: BankDebitType, param: string): never {
  const [{ number } = { number: '' }] = BANK_DEBITS[type].accounts;
  throw invalid(
    'account_number_invalid',
    `You must use a test bank account number in test mode. Try ${number} or see more options at https://stripe.com/docs/connect/testing#account-numbers.`,
    param,
  );
}

function invalid(code: string, message: string, param: string): ApiError {
  return invalidRequest(message, { code, param });
}

const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);

/** SEPA accounts outside of the European Economic Area need an address, since endive with a city and a postal code. */
export function requireBankAddress(
  { cause }: Context,
  { card }: PaymentMethod,
  { address }: BillingDetails,
  name: string,
): void {
  // Other accounts show no country.
  const country = card.bank?.fields.country;
  if (country == null || EEA.includes(country)) return;
  const more = cause.version < '2026-09-30.endive' ? [] : (['city', 'postal_code'] as const);
  const missing = (['line1', ...more, 'country'] as const).find((part) => !address?.[part]);
  if (missing === undefined) return;
  throw missingParameter(`${name}[address][${missing}]`);
}
