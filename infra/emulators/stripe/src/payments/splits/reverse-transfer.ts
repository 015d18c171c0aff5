import { rejected } from '../../description/api-error.ts';
import { inConnected } from '../../kinds/account-contexts.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emitChange, newId } from '../../kinds/objects.ts';
import type { Metadata } from '../../kinds/store/kind-type.ts';
import { availableFunds } from '../balance-transactions.ts';
import { enterReturn } from '../enter-in-ledger.ts';
import { refundOf } from '../refund.ts';
import { refundFee } from './charge-application-fee.ts';
import { type Transfer, type TransferReversal, transferWire } from './transfer.ts';

interface NewReversal {
  readonly amount?: number | undefined;
  readonly metadata?: Metadata;
  readonly source_refund?: string;
  readonly refundsFee?: boolean | undefined;
}

const PAYMENT_REFUND = 'REFUND FOR PAYMENT';

/** Takes money of a transfer back from the connected account. `context` is the platform's. */
export function reverseTransfer(context: Context, transfer: Transfer, given: NewReversal): TransferReversal {
  const amount = reversibleAmount(context, transfer, given.amount);
  const own = inConnected(context, transfer.destination);
  const payment = requireFound(
    own.store.charges.get(transfer.destination_payment),
    'payment of the transfer',
  );
  if (given.refundsFee === true) refundShare(context, payment.application_fee, amount, transfer.amount);
  const { currency, id: transferId, source_type } = transfer;
  const entry = { currency, fromBank: source_type === 'bank_account' };
  const [id, refundId] = [newId('trr'), newId('pyr')];
  const refund = own.store.refunds.put({
    ...refundOf(own, payment, amount),
    id: refundId,
    reason: null,
    balance_transaction: enterReturn(
      own,
      { ...entry, amount: -amount, description: PAYMENT_REFUND, source: refundId, type: 'payment_refund' },
      payment,
    ),
    transfer_reversal: id,
    metadata: {},
  });
  own.store.charges.put({ ...payment, amount_refunded: payment.amount_refunded + amount });
  const before = transferWire(context, transfer);
  const description = 'REFUND FOR TRANSFER';
  const reversal = context.store.transferReversals.put({
    id,
    created: context.time.now(),
    amount,
    currency,
    transfer: transferId,
    destination_payment_refund: refund.id,
    source_refund: given.source_refund ?? null,
    balance_transaction: enterReturn(
      context,
      { ...entry, amount, description, source: id, type: 'transfer_refund' },
      transfer,
    ),
    metadata: given.metadata ?? {},
  });
  const reversed = context.store.transfers.put({
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
  });
  emitChange(context, 'transfer.reversed', before, transferWire(context, reversed));
  return reversal;
}

/** Refunds the part of an application fee that belongs to a part of its payment. */
export function refundShare(context: Context, id: string | undefined, part: number, whole: number): void {
  const fee = context.store.applicationFees.get(id ?? '');
  if (fee === undefined) return;
  const left = fee.amount - fee.amount_refunded;
  const amount = Math.min(left, Math.round((fee.amount * part) / whole));
  if (amount > 0) refundFee(context, fee, { amount });
}

function reversibleAmount(context: Context, transfer: Transfer, requested: number | undefined): number {
  const left = transfer.amount - transfer.amount_reversed;
  const amount = requested ?? left;
  if (left === 0) throw rejected(`Transfer ${transfer.id} has already been fully reversed.`);
  if (amount > left) {
    const message = `Reversal amount (${amount}) is greater than unreversed amount on transfer (${left})`;
    throw rejected(message, 'amount');
  }
  // Only the transfers of charges may leave the account with a negative balance.
  const available = availableFunds(inConnected(context, transfer.destination), transfer.currency);
  if (transfer.source_transaction === null && available[transfer.source_type] < amount) {
    throw rejected(
      `Insufficient funds: account ${transfer.destination} does not have enough available balance to reverse this transfer.`,
      { code: 'balance_insufficient' },
    );
  }
  return amount;
}
