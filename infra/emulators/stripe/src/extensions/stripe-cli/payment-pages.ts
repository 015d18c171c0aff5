import { type CheckoutSession, chosenItem } from '../../checkout/checkout-entities.ts';
import { requireSession } from '../../checkout/checkout-session.ts';
import { paySession, takes } from '../../checkout/pay-session.ts';
import { startingNow } from '../../checkout/price-lines.ts';
import { methodType } from '../../customers/methods/card.ts';
import { cardError } from '../../customers/methods/card-error.ts';
import type { PaymentMethod } from '../../customers/methods/payment-method.ts';
import { methodFor, rejectOfAnother, rejectUsedUp } from '../../customers/methods/ready-made-method.ts';
import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post, retrieval } from '../../kinds/endpoint.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, optional, text } from '../../kinds/params/reader.ts';
import { settlementTime } from '../../payments/confirm-payment.ts';

const PATH = '/v1/payment_pages/:id';

const confirmParams = object({ expected_amount: optional(integer(0)), payment_method: text() });

/** What the page of a checkout session calls, and `trigger` in its place. */
export const paymentPageEndpoints: readonly Endpoint[] = [
  retrieval(PATH, (context, id) => pageWire(requireSession(context, id))),
  post(`${PATH}/confirm`, confirmParams, (context, { expected_amount, payment_method }, { id = '' }) => {
    const session = startingNow(context, requireSession(context, id));
    const method = methodFor(context, payment_method, 'payment_method');
    rejectUsedUp(method);
    rejectOfAnother(method, session.customer);
    const type = methodType(method.card);
    if (!takes(session, type)) {
      throw rejected(`The payment method type "${type}" is not allowed for this Checkout Session.`, {
        param: 'payment_method',
      });
    }
    if (expected_amount !== undefined && expected_amount !== session.amount_total) {
      throw rejected(
        `The amount of this Checkout Session is ${session.amount_total}, not the expected ${expected_amount}.`,
        { param: 'expected_amount' },
      );
    }
    if (session.amount_total === 0 && chosenItem(session) !== undefined) {
      throw rejected('The visitor has not chosen the amount of this Checkout Session yet.');
    }
    const outcome = paySession(context, session, method);
    if (outcome.result === 'declined') throw cardError(outcome.failure);
    if (outcome.result === 'expired') throw rejected('This Checkout Session has expired.');
    if (outcome.result === 'complete') settleAsAccount(context, outcome.session, method);
    return pageWire(requireSession(context, id));
  }),
];

function pageWire(session: CheckoutSession): object {
  const { amount_total, currency, id, mode, payment_intent, payment_status, status } = session;
  return {
    id,
    object: 'checkout.session',
    amount_total,
    currency,
    mode,
    payment_intent,
    payment_status,
    session_id: id,
    status,
  };
}

/** The number of a test account says when its bank decides, unlike one of a visitor's. */
function settleAsAccount(context: Context, session: CheckoutSession, method: PaymentMethod): void {
  const paymentSettlesAt = settlementTime(context, method);
  if (session.paymentSettlesAt === null || paymentSettlesAt === undefined) return;
  context.store.sessions.put({ ...session, paymentSettlesAt });
}
