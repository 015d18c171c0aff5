import type Stripe from 'stripe';
import { externalAccountWire } from '../../customers/methods/bank-account.ts';
import { PLATFORM_BANK } from '../../customers/methods/bank-accounts.ts';
import { unset } from '../../description/unset.ts';
import { changing } from '../../kinds/announce.ts';
import type { Context } from '../../kinds/context.ts';
import type { Labelled } from '../../kinds/store/entity.ts';

export interface Payout extends Labelled {
  /** Negative for a reversal, which debits the bank account. */
  readonly amount: number;
  readonly currency: string;
  readonly status: 'canceled' | 'in_transit' | 'paid' | 'pending';
  /** The connected account's bank account; absent for the platform's only one. */
  readonly destination?: string;
  readonly source_type: 'bank_account' | 'card';
  /** Absent for `standard`. */
  readonly method?: 'instant';
  readonly description: string | null;
  readonly statement_descriptor: string | null;
  /** When it is sent to the bank; until then it can be canceled. */
  readonly sentAt: number;
  readonly arrival_date: number;
  readonly balance_transaction: string;
  readonly failure_balance_transaction: string | null;
  /** Ids of the payout that it reverses, and of the one that reverses it. */
  readonly original_payout?: string;
  readonly reversed_by?: string;
}

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

export const changePayout = changing(
  'payout.updated',
  ({ payouts }) => payouts,
  (_, payout) => payoutWire(payout),
);
