import type Stripe from 'stripe';
import { externalAccountWire } from '../../customers/methods/bank-account.ts';
import { PLATFORM_BANK } from '../../customers/methods/bank-accounts.ts';
import type { Context } from '../../kinds/context.ts';
import { changing } from '../../kinds/objects.ts';
import { type Kept, type Labelled, type Loose, shown, unset } from '../../kinds/store/kind-type.ts';

type Fields =
  | 'amount'
  | 'arrival_date'
  | 'currency'
  | 'description'
  | 'failure_balance_transaction'
  | 'original_payout'
  | 'reversed_by'
  | 'statement_descriptor';

/** Its amount is negative for a reversal, which debits the bank account. */
export interface Payout extends Labelled, Pick<Kept<Stripe.Payout>, Fields> {
  readonly status: 'canceled' | 'in_transit' | 'paid' | 'pending';
  readonly balance_transaction: string;
  readonly destination: string;
  readonly method: 'instant' | 'standard';
  readonly source_type: 'bank_account' | 'card';
  /** When it is sent to the bank; until then it can be canceled. */
  readonly hidden: { readonly sent_at: number };
}

/** What a new payout has unless something else is said. */
export const NEW_PAYOUT = {
  ...unset<Stripe.Payout>('payout'),
  automatic: false,
  method: 'standard',
  reconciliation_status: 'not_applicable',
  status: 'pending',
  type: 'bank_account',
} as const;

/** Where a payout goes, as it is shown in full. */
export function destinationWire({ accountId, platform, store }: Context, id: string): object | undefined {
  const bank = platform === null ? PLATFORM_BANK : store.bankAccounts.get(id);
  const owner = platform?.store.accounts.get(accountId) ?? { id: accountId, country: 'US' };
  return bank && externalAccountWire(owner, bank);
}

const show = shown<Stripe.Payout>('payout', NEW_PAYOUT);

export function payoutWire(payout: Loose<Payout>): Stripe.Payout {
  const isUnderWay = payout.status === 'pending' || payout.status === 'in_transit';
  return show(payout, { trace_id: { status: isUnderWay ? 'pending' : 'unsupported', value: null } });
}

export const changePayout = changing('payout.updated', 'payouts', (_, payout) => payoutWire(payout));
