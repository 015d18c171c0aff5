import { markPaid } from '../billing/create-invoice.ts';
import { settleDebit } from '../billing/delayed-payment.ts';
import { makePastDue } from '../billing/delinquency.ts';
import { markFailed } from '../billing/pay-invoice.ts';
import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import { requireFound } from '../lookup/require.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { checkoutSessionWire } from '../wire/checkout-session-wire.ts';
import { invoicePurchase } from './invoice-purchase.ts';

/** Settles a completed session's bank debit, days after completion. */
export function settleSession(context: Context, session: CheckoutSession, now: number): void {
  const { store } = context;
  const intent = requireFound(
    store.paymentIntents.get(session.paymentIntent ?? ''),
    'payment of the session',
  );
  const invoice = store.invoices.get(session.invoice ?? '');
  const failure = settleDebit(context, intent);
  const isPaid = failure === null;
  const purchase = isPaid ? invoicePurchase(context, session, now) : null;
  const settled = store.sessions.put({
    ...session,
    ...(purchase && { invoice: purchase.id }),
    paymentSettlesAt: null,
    paymentStatus: isPaid ? 'paid' : 'unpaid',
  });
  // A subscription's invoice already exists since the checkout.
  if (invoice !== undefined && isPaid) markPaid(context, invoice, now);
  if (invoice !== undefined && !isPaid) {
    markFailed(context, invoice, now);
    makePastDue(context, session.subscription);
  }
  const outcome = isPaid ? 'succeeded' : 'failed';
  emit(context, `checkout.session.async_payment_${outcome}`, checkoutSessionWire(context, settled));
}
