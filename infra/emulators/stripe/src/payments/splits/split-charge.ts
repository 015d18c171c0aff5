import type { Context } from '../../kinds/context.ts';
import { changeCharge } from '../charge.ts';
import { enterCharge } from '../enter-in-ledger.ts';
import type { Charge } from '../payment-entities.ts';
import { createFee } from './charge-application-fee.ts';
import { makeTransfer } from './make-transfer.ts';
import type { PaymentSplit } from './payment-splits.ts';

type Booked = Pick<Charge, 'application_fee' | 'balance_transaction' | 'transfer' | 'transfer_group'>;

/** Enters a captured charge in the ledger, and gives the platform and the destination their parts. */
export function bookCharge(context: Context, charge: Charge): Booked {
  const { split } = charge;
  if (split === undefined) return { balance_transaction: enterCharge(context, charge) };
  return context.platform === null
    ? bookForDestination(context, charge, split)
    : bookDirect(context, charge, split);
}

/** A charge of the connected account itself, of which the platform gets a fee. */
function bookDirect(context: Context, charge: Charge, split: PaymentSplit): Booked {
  const fee = Math.min(split.application_fee ?? 0, charge.amount);
  const balance_transaction = enterCharge(context, charge, fee);
  const booked = { balance_transaction, ...grouped(split) };
  if (fee === 0) return booked;
  const { currency, id } = charge;
  const available_on = availability(context, balance_transaction);
  const given = { amount: fee, available_on, charge: id, currency, originating_transaction: null };
  return { ...booked, application_fee: createFee(context, given) };
}

/** A charge of the platform, whose money goes to a connected account. */
function bookForDestination(context: Context, charge: Charge, split: PaymentSplit): Booked {
  const balance_transaction = enterCharge(context, charge);
  const { destination, transferAmount = charge.amount } = split;
  if (destination === undefined) return { balance_transaction, ...grouped(split) };
  const transfer_group = split.transfer_group ?? `group_${charge.payment_intent ?? charge.id}`;
  const amount = Math.min(transferAmount, charge.amount);
  const transfer = makeTransfer(context, {
    amount,
    application_fee: Math.min(split.application_fee ?? 0, amount),
    available_on: availability(context, balance_transaction),
    currency: charge.currency,
    description: null,
    destination,
    metadata: {},
    source_transaction: charge.id,
    source_type: 'card',
    transfer_group,
  });
  const payment = context.connected(destination).store.charges.get(transfer.destination_payment);
  const { application_fee } = payment ?? {};
  return {
    balance_transaction,
    transfer: transfer.id,
    transfer_group,
    ...(application_fee !== undefined && { application_fee }),
  };
}

function grouped({ transfer_group }: PaymentSplit): Pick<Charge, 'transfer_group'> {
  return transfer_group === undefined ? {} : { transfer_group };
}

function availability({ store }: Context, entry: string): number | undefined {
  return store.ledger.get(entry)?.available_on;
}

export const SETTLES_AFTER_SECONDS = 5;

/** Enters an asynchronously captured charge in the ledger; leaves any other charge unchanged. */
export function settleCharge(context: Context, charge: Charge): Charge {
  if (charge.settlesAt === undefined) return charge;
  const { settlesAt: _, ...waiting } = charge;
  return changeCharge(context, charge, { ...waiting, ...bookCharge(context, charge) });
}
