import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import type { PaymentFailure } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { emit } from '../kinds/objects.ts';
import { chargeWire } from './charge.ts';
import { endMandate } from './debits/make-mandate.ts';
import { closeDispute, disputeCharge } from './disputes/dispute-charge.ts';
import type { Charge, PaymentIntent } from './payment-entities.ts';
import { paymentIntentWire } from './payment-intent.ts';
import { bookCharge } from './splits/split-charge.ts';

/** When the bank decides on a debit; undefined if it never does. */
export function settlementTime({ time }: Context, { card }: PaymentMethod): number | undefined {
  const { debit } = testCardByName(card.testCard);
  return debit === undefined || debit.settlesAfter === null ? undefined : time.now() + debit.settlesAfter;
}

/** Settles a pending debit. Returns why it failed, or null. */
export function settleDebit(context: Context, intent: PaymentIntent): PaymentFailure | null {
  const { store } = context;
  const found = requireFound(store.charges.get(intent.latest_charge ?? ''), 'charge of the debit');
  const { settlesAt: _, ...charge } = found;
  const { debit, disputes, failure } = testCardByName(charge.card.testCard);
  const booked = failure === null ? bookCharge(context, charge) : { balance_transaction: null };
  const settled = store.charges.put({ ...charge, pending: false, failure, ...booked });
  const paid = failure === null;
  const done = store.paymentIntents.put({
    ...intent,
    status: paid ? 'succeeded' : 'requires_payment_method',
    lastError: failure,
  });
  emit(context, paid ? 'charge.succeeded' : 'charge.failed', chargeWire(context, settled));
  const type = paid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed';
  emit(context, type, paymentIntentWire(context, done));
  if (!paid && debit?.endsMandate === true) endMandate(context, charge.mandate);
  if (paid) for (const { reason } of disputes) disputeDebit(context, settled, reason);
  return failure;
}

/** Banks return disputed debits without a hearing, so the dispute is lost from the start. */
function disputeDebit(context: Context, charge: Charge, reason: string): void {
  closeDispute(context, disputeCharge(context, charge, { reason }), 'lost');
}
