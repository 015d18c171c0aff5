import { inConnected } from '../../kinds/account-contexts.ts';
import type { Context } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import { chargeWire, NEW_CHARGE } from '../charge.ts';
import { enterMovement } from '../enter-in-ledger.ts';
import type { Charge } from '../payment-entities.ts';
import { createFee } from './charge-application-fee.ts';
import { type Transfer, transferWire } from './transfer.ts';

type Made = 'amount_reversed' | 'balance_transaction' | 'created' | 'destination_payment' | 'id';

interface NewTransfer extends Omit<Transfer, Made> {
  /** When the money may be paid out; at once if absent. */
  readonly available_on?: number | undefined;
  /** What the platform gets back of it. */
  readonly application_fee?: number | undefined;
}

/** Moves money of the platform, whose context it is, to a connected account, where it arrives as a payment. */
export function makeTransfer(context: Context, given: NewTransfer): Transfer {
  const { available_on, application_fee, ...asked } = given;
  const id = newId('tr');
  const fromBank = given.source_type === 'bank_account';
  const entry = { currency: given.currency, description: given.description, fromBank };
  const payment = receive(inConnected(context, given.destination), id, given);
  const transfer = context.store.transfers.put({
    ...asked,
    id,
    created: context.time.now(),
    amount_reversed: 0,
    destination_payment: payment.id,
    balance_transaction: enterMovement(
      context,
      { ...entry, amount: -given.amount, source: id, type: 'transfer' },
      available_on,
    ),
  });
  emit(context, 'transfer.created', transferWire(context, transfer));
  return transfer;
}

/** The payment in the connected account, whose context it is. */
function receive(context: Context, source_transfer: string, given: NewTransfer): Charge {
  const { amount, application_fee: fee = 0, available_on, currency, source_transaction, source_type } = given;
  const id = newId('py');
  const feeId =
    fee === 0
      ? undefined
      : createFee(context, {
          amount: fee,
          available_on,
          charge: id,
          currency,
          originating_transaction: source_transaction,
        });
  const fromBank = source_type === 'bank_account';
  const entry = { amount, fee, currency, description: null, source: id, type: 'payment', fromBank } as const;
  const payment = context.store.charges.put({
    ...NO_CARD,
    id,
    created: context.time.now(),
    amount,
    currency,
    source_transfer,
    ...(feeId !== undefined && { application_fee: feeId, application_fee_amount: fee }),
    balance_transaction: enterMovement(
      context,
      { ...entry, ...(fee > 0 && { application_fee: fee }) },
      available_on,
    ),
  });
  emit(context, 'payment.created', chargeWire(context, payment));
  return payment;
}

/** A transfer is no card. */
const NO_CARD = {
  ...NEW_CHARGE,
  payment_method: '',
  card: { testCard: 'visa', last4: '', exp_month: 1, exp_year: 1 },
  billing_details: { email: null, name: null, phone: null, postal_code: null },
} satisfies Partial<Charge>;
