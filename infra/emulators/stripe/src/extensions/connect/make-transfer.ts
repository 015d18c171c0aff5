import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import { chargeWire } from '../../payments/charge.ts';
import { enterMovement } from '../../payments/enter-in-ledger.ts';
import type { Charge } from '../../payments/payment-entities.ts';
import { inConnected } from './account-contexts.ts';
import { createFee } from './find-application-fees.ts';
import { transferWire } from './transfer.ts';
import type { Transfer } from './transfer-entities.ts';

interface NewTransfer
  extends Pick<
    Transfer,
    | 'amount'
    | 'currency'
    | 'description'
    | 'destination'
    | 'metadata'
    | 'sourceTransaction'
    | 'sourceType'
    | 'transferGroup'
  > {
  /** When the money may be paid out; at once if absent. */
  readonly availableOn?: number | undefined;
  /** What the platform gets back of it. */
  readonly applicationFee?: number | undefined;
}

/** Moves money of the platform, whose context it is, to a connected account, where it arrives as a payment. */
export function makeTransfer(context: Context, given: NewTransfer): Transfer {
  const { availableOn, applicationFee, ...asked } = given;
  const id = newId('tr');
  const fromBank = given.sourceType === 'bank_account';
  const entry = { currency: given.currency, description: given.description, fromBank };
  const payment = receive(inConnected(context, given.destination), id, given);
  const transfer = context.store.transfers.put({
    ...asked,
    id,
    created: context.time.now(),
    amountReversed: 0,
    destinationPayment: payment.id,
    balanceTransaction: enterMovement(
      context,
      { ...entry, amount: -given.amount, fee: 0, source: id, type: 'transfer' },
      availableOn,
    ),
  });
  emit(context, 'transfer.created', transferWire(context, transfer));
  return transfer;
}

/** The payment in the connected account, whose context it is. */
function receive(context: Context, sourceTransfer: string, given: NewTransfer): Charge {
  const { amount, applicationFee: fee = 0, availableOn, currency, sourceTransaction, sourceType } = given;
  const id = newId('py');
  const feeId =
    fee === 0
      ? undefined
      : createFee(context, {
          amount: fee,
          availableOn,
          charge: id,
          currency,
          originatingTransaction: sourceTransaction,
        });
  const fromBank = sourceType === 'bank_account';
  const entry = { amount, fee, currency, description: null, source: id, type: 'payment', fromBank } as const;
  const payment = context.store.charges.put({
    ...NO_CARD,
    id,
    created: context.time.now(),
    amount,
    amountRefunded: 0,
    currency,
    sourceTransfer,
    ...(feeId !== undefined && { applicationFee: feeId, split: { applicationFee: fee } }),
    balanceTransaction: enterMovement(
      context,
      { ...entry, ...(fee > 0 && { applicationFee: fee }) },
      availableOn,
    ),
  });
  emit(context, 'payment.created', chargeWire(context, payment));
  return payment;
}

/** A transfer is no card. */
const NO_CARD = {
  customer: null,
  description: null,
  paymentIntent: null,
  paymentMethod: '',
  card: { testCard: 'visa', last4: '', expMonth: 1, expYear: 1 },
  billingDetails: { email: null, name: null, phone: null, postalCode: null },
  failure: null,
  authenticated: false,
  disputed: false,
  pending: false,
  metadata: {},
} satisfies Partial<Charge>;
