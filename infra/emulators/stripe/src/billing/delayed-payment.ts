import { bookCharge } from '../connect/split-charge.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import type { PaymentFailure, PaymentIntent } from '../state/payment-entities.ts';
import { testCardByName } from '../state/test-cards.ts';
import { chargeWire } from '../wire/charge-wire.ts';
import { paymentIntentWire } from '../wire/payment-intent-wire.ts';

/** Settles a pending debit. Returns why it failed, or null. */
export function settleDebit(context: Context, intent: PaymentIntent): PaymentFailure | null {
  const { store } = context;
  const charge = requireFound(store.charges.get(intent.latestCharge ?? ''), 'charge of the debit');
  const failure = testCardByName(charge.card.testCard).failure;
  const booked = failure === null ? bookCharge(context, charge) : { balanceTransaction: null };
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
  return failure;
}
