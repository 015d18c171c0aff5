import { outOfMemory } from '../../calls/out-of-memory.ts';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { checkoutSessionWire, requireSession } from '../../checkout/checkout-session.ts';
import { collectDetails } from '../../checkout/collect-details.ts';
import {
  completeWithoutMethod,
  finishAuthentication,
  knownEmail,
  needsNoMethod,
  type PaymentOutcome,
  paySession,
} from '../../checkout/pay-session.ts';
import { startingNow } from '../../checkout/price-lines.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import { testCardByName, testCardByNumber } from '../../customers/methods/test-cards.ts';
import { written } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import type { Account } from '../emulated-account.ts';
import type { PayRequest } from './control-bodies.ts';
import type { PayResult } from './control-types.ts';
import { postalCodeIn, visitorAnswers } from './visitor-answers.ts';

/** Acts like a visitor on the page: pays with a test card and authenticates if required. */
export function payAsVisitor(account: Account, sessionId: string, request: PayRequest): PayResult {
  const rejection = outOfMemory(account.settings);
  if (rejection !== null) throw rejection;
  account.catchUp();
  const { context } = account.modeWith(({ store }) => store.sessions.get(sessionId) !== undefined);
  return context.store.transact(() => {
    const paid = payOrComplete(context, requireSession(context, sessionId), request);
    const outcome = authenticated(context, sessionId, paid, request);
    const session = written(context, checkoutSessionWire(context, requireSession(context, sessionId)));
    return {
      result: outcome.result,
      session,
      failure: outcome.result === 'declined' ? shownFailure(outcome.failure) : null,
    };
  });
}

function shownFailure({ code, decline_code: declineCode, message }: PaymentFailure) {
  return { code, declineCode, message };
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

function payOrComplete(context: Context, opened: CheckoutSession, request: PayRequest): PaymentOutcome {
  const { card } = request;
  const answers = visitorAnswers(context, opened, request);
  const session = collectDetails(context, startingNow(context, opened), answers);
  const visitor = createVisitor(context, session, request);
  if (card !== undefined)
    return paySession(context, session, { ...requireCard(context, session, card), ...visitor });
  if (needsNoMethod(session)) return completeWithoutMethod(context, session, visitor);
  throw new RangeError('the session requires a payment method: specify a card');
}

function requireCard(context: Context, session: CheckoutSession, card: string) {
  return {
    card: testCardByNumber(card) ?? testCardByName(card),
    exp_month: 12,
    exp_year: new Date(context.time.now(session.test_clock) * 1000).getUTCFullYear() + 3,
  };
}

function createVisitor(context: Context, session: CheckoutSession, request: PayRequest) {
  return {
    email: request.email ?? knownEmail(context, session) ?? 'customer@example.com',
    name: request.name ?? 'Test Customer',
    postal_code: postalCodeIn(request),
  };
}
