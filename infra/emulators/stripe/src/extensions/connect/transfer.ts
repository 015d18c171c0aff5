import type Stripe from 'stripe';
import type { Context } from '../../kinds/context.ts';
import { embeddedList } from '../../kinds/embedded-list.ts';
import type { Transfer, TransferReversal } from './transfer-entities.ts';

export function transferWire({ store }: Context, transfer: Transfer): Stripe.Transfer {
  const reversals = store.transferReversals.where('transfer', transfer.id);
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.amountReversed,
    balance_transaction: transfer.balanceTransaction,
    created: transfer.created,
    currency: transfer.currency,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: transfer.destinationPayment,
    livemode: false,
    metadata: transfer.metadata,
    reversals: embeddedList(
      Array.from(reversals, transferReversalWire),
      `/v1/transfers/${transfer.id}/reversals`,
    ),
    reversed: transfer.amountReversed === transfer.amount,
    source_transaction: transfer.sourceTransaction,
    source_type: transfer.sourceType,
    transfer_group: transfer.transferGroup,
  };
}

export function transferReversalWire(reversal: TransferReversal): Stripe.TransferReversal {
  return {
    id: reversal.id,
    object: 'transfer_reversal',
    amount: reversal.amount,
    balance_transaction: reversal.balanceTransaction,
    created: reversal.created,
    currency: reversal.currency,
    destination_payment_refund: reversal.destinationPaymentRefund,
    metadata: reversal.metadata,
    source_refund: reversal.sourceRefund,
    transfer: reversal.transfer,
  };
}
