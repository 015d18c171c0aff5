import { SETTLEMENTS } from '../kinds/clock/timed.ts';
import type { Context, Due } from '../kinds/context.ts';
import { expireAuthorization } from './capture-payment.ts';
import { settleBankPayment } from './confirm-payment.ts';
import type { Charge } from './payment-entities.ts';
import { settleCharge } from './settle-charge.ts';

export function dueOfCharge({ amount_captured, amount_refunded, capture_before, settlesAt }: Charge): Due {
  if (settlesAt !== undefined) return [settlesAt, SETTLEMENTS];
  const isHeld = amount_captured === null && amount_refunded === 0;
  return [isHeld ? capture_before : null, null];
}

export function runCharge(context: Context, charge: Charge, at: number): void {
  if (charge.pending === true) settleBankPayment(context, charge.payment_intent);
  else if (charge.amount_captured === null) expireAuthorization(context, charge, at);
  else settleCharge(context, charge);
}
