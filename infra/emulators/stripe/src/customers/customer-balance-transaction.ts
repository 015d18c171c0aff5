import type Stripe from 'stripe';
import type { Labelled } from '../kinds/store/entity.ts';

type BalanceChangeType =
  | 'adjustment'
  | 'applied_to_invoice'
  | 'credit_note'
  | 'initial'
  | 'invoice_too_small'
  | 'unapplied_from_invoice';

/** Negative amounts are credit. */
export interface BalanceChange extends Labelled {
  readonly customer: string;
  readonly amount: number;
  readonly ending_balance: number;
  readonly currency: string;
  readonly type: BalanceChangeType;
  readonly invoice: string | null;
  readonly credit_note: string | null;
  readonly description: string | null;
}

export function balanceChangeWire(change: BalanceChange): Stripe.CustomerBalanceTransaction {
  return {
    id: change.id,
    object: 'customer_balance_transaction',
    amount: change.amount,
    checkout_session: null,
    created: change.created,
    credit_note: change.credit_note,
    currency: change.currency,
    customer: change.customer,
    customer_account: null,
    description: change.description,
    ending_balance: change.ending_balance,
    invoice: change.invoice,
    livemode: false,
    metadata: change.metadata,
    type: change.type,
  };
}
