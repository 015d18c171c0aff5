import type { Context } from '../../kinds/context.ts';
import { changeCharge } from '../charge.ts';
import { enterCharge } from '../enter-in-ledger.ts';
import type { Charge } from '../payment-entities.ts';
import { createFee } from './charge-application-fee.ts';
import { makeTransfer } from './make-transfer.ts';

type Booked = Pick<Charge, 'application_fee' | 'balance_transaction' | 'transfer' | 'transfer_group'>;

/** Enters a captured charge in the ledger, and gives the platform and the destination their parts. */
export function bookCharge(context: Context, charge: Charge): Booked {
  return context.platform === null ? bookForDestination(context, charge) : bookDirect(context, charge);
}

/** A charge of the connected account itself, of which the platform gets a fee. */
function bookDirect(context: Context, charge: Charge): Booked {
  const fee = Math.min(charge.application_fee_amount ?? 0, charge.amount);
  const balance_transaction = enterCharge(context, charge, fee);
  if (fee === 0) return { balance_transaction };
  const { currency, id } = charge;
  const available_on = availability(context, balance_transaction);
  const given = { amount: fee, available_on, charge: id, currency, originating_transaction: null };
  return { balance_transaction, application_fee: createFee(context, given) };
}

/** A charge of the platform, whose money goes to a connected account. */
function bookForDestination(context: Context, charge: Charge): Booked {
  const balance_transaction = enterCharge(context, charge);
  if (charge.transfer_data === undefined) return { balance_transaction };
  const { amount: part = charge.amount, destination } = charge.transfer_data;
  const { transfer_group = `group_${charge.payment_intent ?? charge.id}` } = charge;
  const amount = Math.min(part, charge.amount);
  const transfer = makeTransfer(context, {
    amount,
    application_fee: Math.min(charge.application_fee_amount ?? 0, amount),
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
