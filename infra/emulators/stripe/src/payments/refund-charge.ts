import { testCardByName } from '../customers/methods/test-cards.ts';
import { type ApiError, notSupported, rejected } from '../description/api-error.ts';
import { inPlatform } from '../kinds/account-contexts.ts';
import type { Context } from '../kinds/context.ts';
import { money } from '../kinds/money.ts';
import { emit, emitChange } from '../kinds/objects.ts';
import { chargeWire } from './charge.ts';
import { closeDispute, findDispute, findInquiry, settleWarning } from './disputes/dispute-charge.ts';
import { enterFailedRefund, enterRefund } from './enter-in-ledger.ts';
import type { Charge } from './payment-entities.ts';
import { type Refund, refundOf, refundWire } from './refund.ts';
import { refundShare, reverseTransfer } from './splits/reverse-transfer.ts';
import { settleCharge } from './splits/split-charge.ts';

interface NewRefund extends Pick<Refund, 'metadata' | 'reason'> {
  /** Defaults to the whole remaining amount. */
  readonly amount?: number | undefined;
  readonly refundsFee?: boolean | undefined;
  readonly reversesTransfer?: boolean | undefined;
}

/** Refunds a charge in whole or in part, or throws why it cannot. */
export function refundCharge(
  context: Context,
  given: Charge,
  { amount: requested, reason, metadata, ...shares }: NewRefund,
): Refund {
  const amount = refundableAmount(given, requested);
  rejectRefund(context, given);
  const charge = settleCharge(context, given);
  const made = { ...refundOf(context, charge, amount), reason, metadata };
  // An authorization is released, which moves no money.
  const balance_transaction = charge.amount_captured === null ? null : enterRefund(context, charge, made);
  const refund = context.store.refunds.put({
    ...made,
    ...decidedLater(context, charge),
    ...refundShares(context, charge, made, shares),
    balance_transaction,
  });
  const amount_refunded = charge.amount_refunded + amount;
  const refunded = context.store.charges.put({
    ...charge,
    amount_refunded,
    ...(reason === 'fraudulent' && { fraud_details: { user_report: reason } }),
  });
  emit(context, 'refund.created', refundWire(refund));
  emitChange(context, 'charge.refunded', chargeWire(context, charge), chargeWire(context, refunded));
  settleWarning(context, charge, refunded);
  const inquiry = findInquiry(context, charge);
  if (inquiry !== undefined && amount_refunded === charge.amount)
    closeDispute(context, inquiry, 'warning_closed');
  return refund;
}

/** Takes back what the parties of the charge got of the refunded amount. */
function refundShares(
  context: Context,
  charge: Charge,
  { amount, id }: Pick<Refund, 'amount' | 'id'>,
  { refundsFee, reversesTransfer }: Pick<NewRefund, 'refundsFee' | 'reversesTransfer'>,
): Pick<Refund, 'transfer_reversal'> {
  const whole = charge.amount_captured ?? charge.amount;
  if (refundsFee === true) {
    // Together with its transfer, a charge may have no fee to refund.
    if (charge.application_fee === undefined && charge.transfer === undefined) {
      throw rejected(`Charge ${charge.id} does not have an application fee to refund.`, {
        param: 'refund_application_fee',
      });
    }
    if (charge.application_fee !== undefined) {
      refundShare(inPlatform(context), charge.application_fee, amount, whole);
    }
  }
  if (reversesTransfer !== true) return {};
  const transfer = context.store.transfers.get(charge.transfer ?? '');
  if (transfer === undefined) {
    throw rejected(`Charge ${charge.id} does not have an associated transfer to reverse.`, {
      param: 'reverse_transfer',
    });
  }
  const left = transfer.amount - transfer.amount_reversed;
  const part = Math.min(left, Math.round((transfer.amount * amount) / whole));
  if (part === 0) return {};
  return { transfer_reversal: reverseTransfer(context, transfer, { amount: part, source_refund: id }).id };
}

const DECIDED_AFTER_SECONDS = 5;

/** Some test cards are refunded later, or turn out not to take the refund. */
function decidedLater({ time }: Context, { card }: Charge): Pick<Refund, 'settlesAt' | 'status'> {
  const { refund } = testCardByName(card.testCard);
  if (refund === 'succeeds') return {};
  return {
    settlesAt: time.now() + DECIDED_AFTER_SECONDS,
    ...(refund === 'pending' && { status: 'pending' }),
  };
}

/** The bank has decided a refund; a failed one returns to the balance. */
export function settleRefund(context: Context, refund: Refund): void {
  const { settlesAt, status: _, ...decided } = refund;
  const { store } = context;
  const charge = store.charges.get(refund.charge);
  if (settlesAt === undefined || charge === undefined) return;
  const fails = testCardByName(charge.card.testCard).refund === 'fails';
  if (fails) store.charges.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount });
  const after = store.refunds.put(
    fails
      ? {
          ...decided,
          status: 'failed',
          failure_balance_transaction: enterFailedRefund(context, charge, refund),
        }
      : decided,
  );
  announceRefund(context, refund, after);
  if (fails) emit(context, 'refund.failed', refundWire(after));
}

export function announceRefund(context: Context, before: Refund, after: Refund): void {
  for (const event of ['refund.updated', 'charge.refund.updated']) {
    emitChange(context, event, refundWire(before), refundWire(after));
  }
}

/** Fails refunds that the settings make Stripe unable to process. */
function rejectRefund(context: Context, charge: Charge): void {
  if (charge.source_transfer !== undefined) {
    throw notSupported('refunds of payments that are transfers: reverse the transfer');
  }
  if (findDispute(context, charge) !== undefined) {
    throw rejected(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (context.settings.switches.refundRefusal === 'insufficient_balance') {
    throw rejected('Insufficient funds in your Stripe balance to refund this amount.');
  }
}

export function noSuccessfulCharge(intent: string): ApiError {
  return rejected(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
}

function refundableAmount(charge: Charge, requested: number | undefined): number {
  const left = charge.amount - charge.amount_refunded;
  if (charge.amount_captured === null && charge.payment_intent !== null) {
    throw rejected(
      `This uncaptured Charge was created by a PaymentIntent (${charge.payment_intent}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    );
  }
  if (charge.failure !== null) throw noSuccessfulCharge(charge.payment_intent ?? charge.id);
  if (left === 0) {
    throw rejected(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (charge.amount_captured === null && (requested ?? left) < left) {
    throw rejected(`Charge ${charge.id} is not captured, and can only be refunded as a whole.`, 'amount');
  }
  if (requested === undefined || requested <= left) return requested ?? left;
  const format = { currencyDisplay: 'narrowSymbol' } as const;
  const [asked, rest] = [requested, left].map((amount) => money(amount, charge.currency, format));
  const limit = charge.amount_refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
  throw rejected(`Refund amount (${asked}) is greater than ${limit} (${rest})`, 'amount');
}
