import type Stripe from 'stripe';
import type { BalanceChange } from '../billing/billing-entities.ts';

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
