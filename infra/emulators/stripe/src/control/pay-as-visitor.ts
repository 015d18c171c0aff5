import type { Account } from '../account.ts';
import { testCardByName, testCardByNumber } from '../billing/test-cards.ts';
import { finishAuthentication, type PaymentOutcome, paySession } from '../checkout/pay-session.ts';
import { requireSession } from '../checkout/require-session.ts';
import type { Context } from '../context.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { checkoutSessionWire } from '../wire/checkout-session-wire.ts';
import type { PayRequest, PayResult } from './control-types.ts';

/** Does what a visitor does on the page: pays with a test card and, where it is asked for, authenticates. */
export function payAsVisitor(
  { context, clockwork }: Account,
  sessionId: string,
  request: PayRequest,
): PayResult {
  clockwork.catchUp();
  return context.store.transact(() => {
    const paid = paySession(context, requireSession(context, sessionId), cardOf(context, sessionId, request));
    const outcome = authenticated(context, sessionId, paid, request);
    const session = checkoutSessionWire(context, requireSession(context, sessionId));
    return {
      result: outcome.result,
      session,
      failure: outcome.result === 'declined' ? outcome.failure : null,
    };
  });
}

function authenticated(
  context: Context,
  sessionId: string,
  paid: PaymentOutcome,
  { authentication }: PayRequest,
): PaymentOutcome {
  if (paid.result !== 'authentication_required' || authentication === undefined) return paid;
  return finishAuthentication(context, requireSession(context, sessionId), authentication === 'complete');
}

function cardOf(context: Context, sessionId: string, request: PayRequest) {
  const session = requireSession(context, sessionId);
  return {
    card: testCardByNumber(request.card) ?? testCardByName(request.card),
    expMonth: 12,
    expYear: new Date(context.time.now(session.testClock) * 1000).getUTCFullYear() + 3,
    email: request.email ?? knownEmail(context, session) ?? 'customer@example.com',
    name: request.name ?? 'Test Customer',
    postalCode: request.postalCode ?? '94107',
  };
}

function knownEmail({ store }: Context, session: CheckoutSession): string | null {
  return session.customerEmail ?? store.customers.get(session.customer ?? '')?.email ?? null;
}
