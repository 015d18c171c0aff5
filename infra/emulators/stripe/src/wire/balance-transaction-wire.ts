import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import type { LedgerEntry } from '../state/ledger-entities.ts';

export function balanceTransactionWire({ time }: Context, entry: LedgerEntry): Stripe.BalanceTransaction {
  const { amount, fee, currency, availableOn } = entry;
  return {
    id: entry.id,
    object: 'balance_transaction',
    amount,
    available_on: availableOn,
    balance_type: 'payments',
    created: entry.created,
    currency,
    description: entry.description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeWire(entry)],
    net: amount - fee,
    reporting_category: reportingCategory(entry),
    source: entry.source,
    status: availableOn <= time.now() ? 'available' : 'pending',
    type: entry.type,
  };
}

function feeWire({ fee, currency, type }: LedgerEntry): Stripe.BalanceTransaction.FeeDetail {
  const description = type === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees';
  return { amount: fee, application: null, currency, description, type: 'stripe_fee' };
}

function reportingCategory({ type, amount }: LedgerEntry): string {
  if (type === 'adjustment') return amount < 0 ? 'dispute' : 'dispute_reversal';
  if (type === 'payout') return 'payout';
  if (type === 'payout_cancel') return 'payout_reversal';
  if (type === 'refund_failure') return 'refund_failure';
  return type === 'charge' || type === 'payment' ? 'charge' : 'refund';
}
