import type { Context } from '../context.ts';
import { invalidRequest, noSuch, notSupported } from '../errors/api-error.ts';
import { object } from '../params/composite.ts';
import { oneOf, optional, type Reader, type ReadValue, text } from '../params/reader.ts';
import { payoutCurrency } from '../resources/currencies.ts';
import type { BankAccount } from '../state/account-entities.ts';
import type { Metadata } from '../state/catalogue-entities.ts';
import { newId } from '../state/identifiers.ts';

const fields = object({
  account_holder_name: optional(text()),
  account_holder_type: optional(oneOf('company', 'individual')),
  account_number: text(),
  account_type: optional(oneOf('checking', 'futsu', 'savings', 'toza')),
  country: text(2),
  currency: optional(payoutCurrency),
  object: optional(oneOf('bank_account')),
  routing_number: optional(text()),
});

type Read = ReadValue<typeof fields>;
/** Bank accounts are told apart by their last four digits alone. */
type BankDetails = Partial<Read> & Pick<Read, 'account_number' | 'country'>;

/** The account behind Stripe's tokens for tests, such as `btok_us_verified`. */
export const TEST_BANK: BankDetails = {
  account_number: '000123456789',
  country: 'US',
  currency: 'usd',
  routing_number: '110000000',
};

/** A bank account's details, or a token for them. */
export const bankDetails: Reader<BankDetails> = (value, name) => {
  if (typeof value === 'object') return withTestNumber(fields(value, name), name);
  const token = text()(value, name);
  if (/^btok_us(_verified)?$/.test(token)) return TEST_BANK;
  if (token.startsWith('tok_')) throw notSupported('debit cards as external accounts', name);
  throw noSuch('token', token, name);
};

/** Of American accounts only those with Stripe's numbers for tests exist; all of them start with zeros. */
function withTestNumber<T extends BankDetails>(details: T, name: string): T {
  if (details.country !== 'US' || details.account_number.startsWith('000')) return details;
  throw invalidRequest(
    'You must use a test bank account number in test mode. Try 000123456789 or see more options at https://stripe.com/docs/connect/testing#account-numbers.',
    { code: 'account_number_invalid', param: `${name}[account_number]` },
  );
}

interface NewBank {
  readonly details: BankDetails;
  readonly isDefault?: boolean | undefined;
  readonly metadata?: Metadata;
}

/** Adds a bank account to the account of `context`; the first of a currency is its default. */
export function addBankAccount({ store, time }: Context, { details, ...bank }: NewBank): BankAccount {
  const { account_number: number, country, currency: money = 'usd' } = details;
  const others = [...store.bankAccounts.values()].filter((other) => other.currency === money);
  const added: BankAccount = {
    id: newId('ba'),
    created: time.now(),
    holderName: details.account_holder_name ?? null,
    holderType: details.account_holder_type ?? null,
    accountType: details.account_type ?? null,
    country,
    currency: money,
    last4: number.slice(-4),
    routingNumber: details.routing_number ?? null,
    isDefault: others.length === 0,
    metadata: bank.metadata ?? {},
  };
  store.bankAccounts.put(added);
  return bank.isDefault === true ? makeDefault(store, added) : added;
}

/** An account has one default bank account per currency. */
export function makeDefault(store: Context['store'], chosen: BankAccount): BankAccount {
  for (const other of [...store.bankAccounts.values()]) {
    if (other.currency === chosen.currency && other.isDefault) {
      store.bankAccounts.put({ ...other, isDefault: false });
    }
  }
  return store.bankAccounts.put({ ...chosen, isDefault: true });
}
