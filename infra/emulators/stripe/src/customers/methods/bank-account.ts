import type Stripe from 'stripe';
import type { BankAccount, BankDetails } from './bank-accounts.ts';

const NOTHING_DUE = { currently_due: [], errors: [], past_due: [], pending_verification: [] };

/** The routing number of Stripe's test bank, where the number of the account includes the bank. */
const TEST_ROUTING_NUMBER = '110000000';

/** Of the test banks, only one takes instant payouts. */
function payoutMethods({ country, routing_number }: BankAccount): ('instant' | 'standard')[] {
  const isInstant = country === 'US' && routing_number === TEST_ROUTING_NUMBER;
  return isInstant ? ['standard', 'instant'] : ['standard'];
}

/** The bank account that an account is paid out to. */
export function externalAccountWire(account: string, bank: BankAccount): Stripe.BankAccount {
  return {
    ...bankAccountWire(bank),
    account,
    available_payout_methods: payoutMethods(bank),
    default_for_currency: bank.is_default,
    future_requirements: NOTHING_DUE,
    metadata: bank.metadata,
    requirements: NOTHING_DUE,
  };
}

/** A bank account by itself. */
export function bankAccountWire(bank: BankDetails) {
  return {
    id: bank.id,
    object: 'bank_account',
    account_holder_name: bank.holderName,
    account_holder_type: bank.holderType,
    account_type: bank.accountType,
    bank_name: 'STRIPE TEST BANK',
    country: bank.country,
    currency: bank.currency,
    fingerprint: 'Emulated00000000',
    last4: bank.last4,
    routing_number: bank.routing_number ?? TEST_ROUTING_NUMBER,
    status: 'new',
  } as const;
}
