import { rejected } from '../description/api-error.ts';
import { requireChargeable } from '../kinds/chargeable.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import { emit } from '../kinds/objects.ts';
import { cancelPaymentIntent } from './attempt-payment.ts';
import { chargeWire, putCharge } from './charge.ts';
import { contestCharge } from './disputes/dispute-charge.ts';
import type { Charge, PaymentIntent } from './payment-entities.ts';
import { putPayment } from './payment-intent.ts';
import { releaseAuthorized } from './refund.ts';
import { splitOf } from './splits/payment-splits.ts';
import { bookCharge } from './splits/split-charge.ts';
import { unexpectedPayment } from './unexpected-state.ts';

/** Captures an authorized payment in whole or in part; the rest is returned to the cardholder. */
export function capturePayment(
  context: Context,
  intent: PaymentIntent,
  requested: number | undefined,
): PaymentIntent {
  const { store } = context;
  if (intent.status !== 'requires_capture') throw notCapturable(context, intent);
  const authorized = requireFound(store.charges.get(intent.latest_charge ?? ''), 'charge of the payment');
  const { statement_descriptor_suffix } = intent;
  const given = {
    ...authorized,
    ...(statement_descriptor_suffix && { statement_descriptor_suffix }),
    ...splitOf(intent),
  };
  const charge = captureCharge(context, given, requested);
  const captured = putPayment(context, 'payment_intent.succeeded', { ...intent, status: 'succeeded' });
  contestCharge(context, charge);
  return captured;
}

const CAPTURED = { atLeast: 'Amount must be at least', atMost: 'Amount must be no more than' };

/** Captures an authorized charge. */
export function captureCharge(context: Context, authorized: Charge, requested: number | undefined): Charge {
  const amount = requested ?? authorized.amount;
  if (authorized.amount_captured !== null || authorized.failure !== null) {
    throw rejected(`Charge ${authorized.id} has already been captured.`, { code: 'charge_already_captured' });
  }
  if (authorized.amount_refunded > 0) {
    throw rejected(`Charge ${authorized.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (amount > authorized.amount) {
    throw rejected(
      'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
      { code: 'amount_too_large' },
    );
  }
  requireChargeable(amount, authorized.currency, CAPTURED);
  const charge = context.store.charges.put({
    ...releaseAuthorized(context, authorized, authorized.amount - amount),
    amount_captured: amount,
    ...bookCharge(context, { ...authorized, amount }),
  });
  emit(context, 'charge.captured', chargeWire(context, charge), {
    amount_captured: 0,
    balance_transaction: null,
    captured: false,
  });
  return charge;
}

/** An authorization that was not captured in time lapses. */
export function expireAuthorization(context: Context, charge: Charge, now: number): void {
  const intent = context.store.paymentIntents.get(charge.payment_intent ?? '');
  if (intent === undefined ? charge.amount_refunded > 0 : intent.status !== 'requires_capture') return;
  putCharge(context, 'charge.expired', releaseAuthorized(context, charge, charge.amount));
  if (intent !== undefined)
    cancelPaymentIntent(context, { ...intent, status: 'requires_payment_method' }, now);
}

function notCapturable(context: Context, intent: PaymentIntent): Error {
  const { capture_method, status } = intent;
  if (status !== 'succeeded') {
    const message = `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
    return unexpectedPayment(context, intent, message);
  }
  const message =
    capture_method === 'manual'
      ? 'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.'
      : 'This PaymentIntent could not be captured because it has already been captured.';
  return unexpectedPayment(context, intent, message);
}
