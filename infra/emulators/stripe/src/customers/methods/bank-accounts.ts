import type Stripe from 'stripe';
import { invalidRequest, noSuch, notSupported, tokenUsed } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import { ACCOUNT_NAME, type Context } from '../../kinds/context.ts';
import { newId } from '../../kinds/objects.ts';
import { object } from '../../kinds/params/composite.ts';
import { oneOf, optional, type Reader, type ReadValue, text } from '../../kinds/params/reader.ts';
import { payoutCurrency } from '../../kinds/params/texts.ts';
import type { Entity, Kept, Metadata } from '../../kinds/store/kind-type.ts';

/** What is known of a bank account by itself. */
export interface BankDetails extends Entity, Pick<Kept<Stripe.BankAccount>, Holder | Place> {
  readonly routing_number: string;
}

type Holder = 'account_holder_name' | 'account_holder_type' | 'account_type';
type Place = 'country' | 'currency' | 'last4';

/** Where a connected account is paid out. */
export interface BankAccount extends BankDetails {
  readonly default_for_currency: boolean;
  readonly metadata: Metadata;
}

/** The routing number of Stripe's test bank, where the number of the account includes the bank. */
export const TEST_ROUTING_NUMBER = '110000000';

const PLAIN = {
  account_holder_name: null,
  account_holder_type: null,
  account_type: null,
  currency: 'usd',
  routing_number: TEST_ROUTING_NUMBER,
};

/** The platform's only one. */
export const PLATFORM_BANK: BankAccount = {
  ...PLAIN,
  id: 'ba_1Emulated00000000',
  created: 0,
  account_holder_name: ACCOUNT_NAME,
  account_holder_type: 'company',
  country: 'US',
  last4: '6789',
  default_for_currency: true,
  metadata: {},
};

/** Stands for a bank account until it is used. */
export interface BankToken extends Entity {
  readonly bank: BankDetails;
  readonly client_ip: string | null;
  readonly used: boolean;
}

/** The parameters that tell of a bank account. */
export const bankFields = {
  account_holder_name: optional(text()),
  account_holder_type: optional(oneOf('company', 'individual')),
  account_number: text(),
  account_type: optional(oneOf('checking', 'futsu', 'savings', 'toza')),
  country: text(2),
  currency: optional(payoutCurrency),
  routing_number: optional(text()),
} as const;

const fields = object({ ...bankFields, object: optional(oneOf('bank_account')) });

type Read = ReadValue<typeof fields>;

/** Bank accounts are told apart by their last four digits alone. */
type GivenDetails = Partial<Read> & Pick<Read, 'account_number' | 'country'>;

/** A token made for a bank account, which a parameter names. */
interface GivenToken {
  readonly token: string;
  readonly param: string;
}

/** The account behind Stripe's tokens for tests, such as `btok_us_verified`. */
export const TEST_BANK: GivenDetails = {
  account_number: '000123456789',
  country: 'US',
  currency: 'usd',
  routing_number: '110000000',
};

/** Whether a token is one of Stripe's for tests. */
export const isReadyMadeBank = (token: string): boolean => /^btok_us(_verified)?$/.test(token);

/** A bank account's details, or a token for them. */
export const bankDetails: Reader<GivenDetails | GivenToken> = (value, name) => {
  const isCard = typeof value === 'object' ? value.object === 'card' : value?.startsWith('tok_');
  if (isCard) throw notSupported('debit cards as external accounts', name);
  if (typeof value === 'object') return withTestNumber(fields(value, name), name);
  const token = text()(value, name);
  if (isReadyMadeBank(token)) return TEST_BANK;
  return { token, param: name };
};

/** Of American accounts only those with Stripe's numbers for tests exist; all of them start with zeros. */
export function withTestNumber<T extends GivenDetails>(details: T, name: string): T {
  if (details.country !== 'US') return details;
  const { account_number: number, routing_number: routing } = details;
  if (routing !== undefined && !/^\d{9}$/.test(routing)) {
    throw invalidRequest('Routing number must have 9 digits', {
      code: 'routing_number_invalid',
      param: name,
    });
  }
  if (number.startsWith('000')) return details;
  throw invalidRequest(
    'You must use a test bank account number in test mode. Try 000123456789 or see more options at https://stripe.com/docs/connect/testing#account-numbers.',
    { code: 'account_number_invalid', param: `${name}[account_number]` },
  );
}

/** A bank account that is not yet anybody's. */
export function newBank(
  { time }: Context,
  { account_number, object: _, ...given }: GivenDetails,
): BankDetails {
  const own = { id: newId('ba'), created: time.now(), last4: account_number.slice(-4) };
  return { ...PLAIN, ...defined(given), ...own };
}

/** The bank account that a request gives by its details or by a token, which is then used up. */
export function requireBank(context: Context, given: GivenDetails | GivenToken): BankDetails {
  if (!('token' in given)) return newBank(context, given);
  const { bankTokens } = context.store;
  const { param } = given;
  const token = bankTokens.get(given.token);
  if (token === undefined) throw noSuch('token', given.token, param);
  if (token.used) throw tokenUsed(token.id, param);
  bankTokens.put({ ...token, used: true });
  return token.bank;
}

interface NewBank {
  readonly bank: BankDetails;
  readonly default_for_currency?: boolean | undefined;
  readonly metadata?: Metadata;
}

/** Adds a bank account to the account of `context`; the first of a currency is its default. */
export function addBankAccount(
  { store }: Context,
  { bank, default_for_currency, metadata = {} }: NewBank,
): BankAccount {
  const others = [...store.bankAccounts.values()].filter(({ currency }) => currency === bank.currency);
  const added = store.bankAccounts.put({ ...bank, default_for_currency: others.length === 0, metadata });
  return default_for_currency === true ? makeDefault(store, added) : added;
}

/** An account has one default bank account per currency. */
export function makeDefault(store: Context['store'], chosen: BankAccount): BankAccount {
  for (const other of [...store.bankAccounts.values()]) {
    if (other.currency === chosen.currency && other.default_for_currency) {
      store.bankAccounts.put({ ...other, default_for_currency: false });
    }
  }
  return store.bankAccounts.put({ ...chosen, default_for_currency: true });
}

/** Adds a bank account in the place of the default of its currency. */
export function setBank(context: Context, bank: BankDetails): void {
  const { bankAccounts } = context.store;
  for (const { id, currency, default_for_currency: isDefault } of [...bankAccounts.values()]) {
    if (isDefault && currency === bank.currency) bankAccounts.delete(id);
  }
  addBankAccount(context, { bank, default_for_currency: true });
}
