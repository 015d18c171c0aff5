import type Stripe from 'stripe';
import { ACCOUNT_ID, ACCOUNT_NAME } from '../context.ts';
import { unset } from '../description/unset.ts';
import type { Payout } from '../state/payout-entities.ts';

/** The account's only bank account. */
export const BANK_ACCOUNT_ID = 'ba_1Emulated00000000';

export function bankAccountWire(): Stripe.BankAccount {
  return {
    id: BANK_ACCOUNT_ID,
    object: 'bank_account',
    account: ACCOUNT_ID,
    account_holder_name: ACCOUNT_NAME,
    account_holder_type: 'company',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: 'US',
    currency: 'usd',
    default_for_currency: true,
    fingerprint: 'Emulated00000000',
    future_requirements: { currently_due: [], errors: [], past_due: [], pending_verification: [] },
    last4: '6789',
    metadata: {},
    requirements: { currently_due: [], errors: [], past_due: [], pending_verification: [] },
    routing_number: '110000000',
    status: 'new',
  };
}

export function payoutWire(payout: Payout): Stripe.Payout {
  return {
    ...unset<Stripe.Payout>('payout'),
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    arrival_date: payout.arrivalDate,
    automatic: false,
    balance_transaction: payout.balanceTransaction,
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: BANK_ACCOUNT_ID,
    failure_balance_transaction: payout.failureBalanceTransaction,
    livemode: false,
    metadata: payout.metadata,
    method: 'standard',
    reconciliation_status: 'not_applicable',
    source_type: payout.sourceType,
    statement_descriptor: payout.statementDescriptor,
    status: payout.status,
    type: 'bank_account',
  };
}
