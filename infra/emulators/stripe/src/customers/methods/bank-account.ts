import type Stripe from 'stripe';
import type { ConnectedAccount } from '../../kinds/account-contexts.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import { type BankAccount, type BankDetails, TEST_ROUTING_NUMBER } from './bank-accounts.ts';

const NOTHING_DUE = { currently_due: [], errors: [], past_due: [], pending_verification: [] };

type Owner = Pick<ConnectedAccount, 'country' | 'id'>;

/** Of the test banks, only one takes instant payouts, and only of American accounts. */
function payoutMethods(owner: Owner, { country, routing_number }: BankAccount): ('instant' | 'standard')[] {
  const isAmerican = owner.country === 'US' && country === 'US';
  return isAmerican && routing_number === TEST_ROUTING_NUMBER ? ['standard', 'instant'] : ['standard'];
}

/** The bank account that an account is paid out to. */
export function externalAccountWire(owner: Owner, bank: BankAccount): Stripe.BankAccount {
  return show(bank, {
    account: owner.id,
    available_payout_methods: payoutMethods(owner, bank),
    future_requirements: NOTHING_DUE,
    requirements: NOTHING_DUE,
  });
}

const PLAIN = { bank_name: 'STRIPE TEST BANK', fingerprint: 'Emulated00000000', status: 'new' };

const show = shown<Stripe.BankAccount>('bank_account', PLAIN, ['created', 'livemode']);

/** A bank account by itself. */
export const bankAccountWire: (bank: BankDetails) => Stripe.BankAccount = show;
