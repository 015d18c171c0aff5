import type Stripe from 'stripe';
import { unset } from '../../description/unset.ts';
import { ACCOUNT_NAME, type Context } from '../../kinds/context.ts';
import type { BankAccount } from '../connect/account-entities.ts';
import { externalAccountWire } from '../connect/external-account.ts';
import type { Payout } from './payout-entities.ts';

/** The platform's only one. */
export const PLATFORM_BANK: BankAccount = {
  id: 'ba_1Emulated00000000',
  created: 0,
  holderName: ACCOUNT_NAME,
  holderType: 'company',
  accountType: null,
  country: 'US',
  currency: 'usd',
  last4: '6789',
  routing_number: '110000000',
  is_default: true,
  metadata: {},
};

/** Where a payout goes, as it is shown in full. */
export function destinationWire({ accountId, platform, store }: Context, id: string): object | undefined {
  const bank = platform === null ? PLATFORM_BANK : store.bankAccounts.get(id);
  return bank && externalAccountWire(accountId, bank);
}

export function payoutWire(payout: Payout): Stripe.Payout {
  return {
    ...unset<Stripe.Payout>('payout'),
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    arrival_date: payout.arrival_date,
    automatic: false,
    balance_transaction: payout.balance_transaction,
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: payout.destination ?? PLATFORM_BANK.id,
    failure_balance_transaction: payout.failure_balance_transaction,
    livemode: false,
    metadata: payout.metadata,
    method: payout.method ?? 'standard',
    original_payout: payout.original_payout ?? null,
    reconciliation_status: 'not_applicable',
    reversed_by: payout.reversed_by ?? null,
    source_type: payout.source_type,
    statement_descriptor: payout.statement_descriptor,
    status: payout.status,
    type: 'bank_account',
  };
}
