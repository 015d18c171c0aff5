import type { Context } from '../kinds/context.ts';
import { emit } from '../kinds/events/emit.ts';
import { settleBankPayment } from '../payments/confirm-payment.ts';
import type { CheckoutSession } from './checkout-entities.ts';
import { checkoutSessionWire } from './checkout-session.ts';
import { invoicePurchase } from './invoice-purchase.ts';

/** Settles a completed session's bank debit, days after completion. */
export function settleSession(context: Context, session: CheckoutSession, now: number): void {
  const isPaid = settleBankPayment(context, session.payment_intent);
  const purchase = isPaid ? invoicePurchase(context, session, now) : null;
  const settled = context.store.sessions.put({
    ...session,
    ...(purchase && { invoice: purchase.id }),
    paymentSettlesAt: null,
    payment_status: isPaid ? 'paid' : 'unpaid',
  });
  const outcome = isPaid ? 'succeeded' : 'failed';
  emit(context, `checkout.session.async_payment_${outcome}`, checkoutSessionWire(context, settled));
}
