import { createFee } from '../extensions/connect/find-application-fees.ts';
import { makeTransfer } from '../extensions/connect/make-transfer.ts';
import type { PaymentSplit } from '../extensions/connect/transfer-entities.ts';
import type { Context } from '../kinds/context.ts';
import { enterCharge } from './enter-in-ledger.ts';
import type { Charge } from './payment-entities.ts';

type Booked = Pick<Charge, 'applicationFee' | 'balanceTransaction' | 'transfer' | 'transferGroup'>;

/** Enters a captured charge in the ledger, and gives the platform and the destination their parts. */
export function bookCharge(context: Context, charge: Charge): Booked {
  const { split } = charge;
  if (split === undefined) return { balanceTransaction: enterCharge(context, charge) };
  return context.platform === null
    ? bookForDestination(context, charge, split)
    : bookDirect(context, charge, split);
}

/** A charge of the connected account itself, of which the platform gets a fee. */
function bookDirect(context: Context, charge: Charge, split: PaymentSplit): Booked {
  const fee = Math.min(split.applicationFee ?? 0, charge.amount);
  const balanceTransaction = enterCharge(context, charge, fee);
  const booked = { balanceTransaction, ...grouped(split) };
  if (fee === 0) return booked;
  const { currency, id } = charge;
  const availableOn = availability(context, balanceTransaction);
  const given = { amount: fee, availableOn, charge: id, currency, originatingTransaction: null };
  return { ...booked, applicationFee: createFee(context, given) };
}

/** A charge of the platform, whose money goes to a connected account. */
function bookForDestination(context: Context, charge: Charge, split: PaymentSplit): Booked {
  const balanceTransaction = enterCharge(context, charge);
  const { destination, transferAmount = charge.amount } = split;
  if (destination === undefined) return { balanceTransaction, ...grouped(split) };
  const transferGroup = split.transferGroup ?? `group_${charge.paymentIntent ?? charge.id}`;
  const amount = Math.min(transferAmount, charge.amount);
  const transfer = makeTransfer(context, {
    amount,
    applicationFee: Math.min(split.applicationFee ?? 0, amount),
    availableOn: availability(context, balanceTransaction),
    currency: charge.currency,
    description: null,
    destination,
    metadata: {},
    sourceTransaction: charge.id,
    sourceType: 'card',
    transferGroup,
  });
  const payment = context.connected(destination).store.charges.get(transfer.destinationPayment);
  const { applicationFee } = payment ?? {};
  return {
    balanceTransaction,
    transfer: transfer.id,
    transferGroup,
    ...(applicationFee !== undefined && { applicationFee }),
  };
}

function grouped({ transferGroup }: PaymentSplit): Pick<Charge, 'transferGroup'> {
  return transferGroup === undefined ? {} : { transferGroup };
}

function availability({ store }: Context, entry: string): number | undefined {
  return store.ledger.get(entry)?.availableOn;
}
