import { SEPA_ACCOUNTS } from './sepa-accounts.ts';
import type { BankDebitType, TestAccount } from './test-card.ts';

export interface BankDebit {
  readonly currencies: readonly string[];
  /** The billing details that a payment method needs. */
  readonly requires: readonly ('email' | 'name')[];
  /** The fields of a test account beside its number, as the API names them. */
  readonly bank: Readonly<Record<string, string>>;
  /** Whether an account given by its number must be verified with two small deposits. */
  readonly isVerified: boolean;
  readonly accounts: readonly TestAccount[];
}

const CONTACT = ['name', 'email'] as const;

/** The accounts of a kind by outcome; its ready-made payment methods are named after the outcomes. */
function accounts(prefix: string, numbers: Readonly<Record<string, string>>): TestAccount[] {
  return Object.entries(numbers).map(([outcome, number]) => ({
    number,
    outcome,
    readyMade: `pm_${prefix}_${outcome}`,
  }));
}

/** Stripe's bank debits with the accounts of its documentation (docs.stripe.com/testing, docs.stripe.com/payments). */
export const BANK_DEBITS: Readonly<Record<BankDebitType, BankDebit>> = {
  acss_debit: {
    currencies: ['cad', 'usd'],
    requires: CONTACT,
    bank: { institution_number: '000', transit_number: '11000' },
    isVerified: true,
    accounts: [
      ...accounts('acssDebit', {
        success: '000123456789',
        insufficientFunds: '000222222227',
        noAccount: '000111111116',
        accountClosed: '000111111113',
        debitNotAuthorized: '000333333335',
        dispute: '000555555559',
      }),
      { number: '900123456789', outcome: 'successDelayed' },
      { number: '900222222227', outcome: 'insufficientFundsDelayed' },
      { number: '000777777771', outcome: 'exceedsWeeklyLimit' },
      { number: '000888888881', outcome: 'exceedsTransactionLimit' },
    ],
  },
  au_becs_debit: {
    currencies: ['aud'],
    requires: CONTACT,
    bank: { bsb_number: '000000' },
    isVerified: false,
    accounts: accounts('auBecsDebit', {
      success: '000123456',
      successDelayed: '900123456',
      accountClosed: '111111113',
      noAccount: '111111116',
      referToCustomer: '222222227',
      referToCustomerDelayed: '922222227',
      debitNotAuthorized: '333333335',
      dispute: '666666660',
      exceedsWeeklyLimit: '343434343',
      exceedsTransactionLimit: '121212121',
    }),
  },
  bacs_debit: {
    currencies: ['gbp'],
    requires: CONTACT,
    bank: { sort_code: '108800' },
    isVerified: false,
    accounts: [
      ...accounts('bacsDebit', {
        success: '00012345',
        successDelayed: '90012345',
        debitNotAuthorized: '33333335',
        debitNotAuthorizedDelayed: '93333335',
        insufficientFunds: '22222227',
        insufficientFundsDelayed: '92222227',
        dispute: '55555559',
        mandateRefused: '00033333',
        exceedsWeeklyLimit: '34343434',
        exceedsTransactionLimit: '12121212',
      }),
      { number: '00044444', outcome: 'invalidAccount' },
    ],
  },
  nz_bank_account: {
    currencies: ['nzd'],
    requires: CONTACT,
    bank: { bank_code: '11', branch_code: '0000' },
    isVerified: false,
    accounts: accounts('nzBankAccount', {
      success: '0000000',
      insufficientFunds: '2222222',
      referToCustomer: '8888888',
      noAccount: '1111111',
      debitNotAuthorized: '5555555',
      processing: '9999999',
    }),
  },
  sepa_debit: {
    currencies: ['eur'],
    requires: CONTACT,
    bank: {},
    isVerified: false,
    accounts: SEPA_ACCOUNTS,
  },
  us_bank_account: {
    currencies: ['usd'],
    requires: ['name'],
    bank: { routing_number: '110000000' },
    isVerified: true,
    accounts: accounts('usBankAccount', {
      success: '000123456789',
      accountClosed: '000111111113',
      riskLevelHighest: '000000004954',
      noAccount: '000111111116',
      insufficientFunds: '000222222227',
      debitNotAuthorized: '000333333335',
      invalidCurrency: '000444444440',
      dispute: '000555555559',
      processing: '000000000009',
      weeklyLimitExceeded: '000777777771',
    }),
  },
};

export function isBankDebit(type: string): type is BankDebitType {
  return Object.hasOwn(BANK_DEBITS, type);
}
