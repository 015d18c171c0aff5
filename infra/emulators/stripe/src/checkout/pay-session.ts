import { splitInvoice } from '../billing/invoices/invoice-splits.ts';
import { isBankDebit } from '../customers/methods/bank-debits.ts';
import { methodType } from '../customers/methods/card.ts';
import { type PaymentMethod, triedMethod } from '../customers/methods/payment-method.ts';
import {
  canBeSaved,
  isRedirect,
  REDIRECT_METHODS,
  REDIRECT_TYPES,
} from '../customers/methods/redirect-methods.ts';
import { type CardDetails, createPaymentMethod } from '../customers/methods/save-card.ts';
import { failure, type PaymentFailure } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import type { Context } from '../kinds/context.ts';
import { choices } from '../kinds/params/as-described.ts';
import { attemptPayment, createPaymentIntent, failAuthentication } from '../payments/attempt-payment.ts';
import type { PaymentIntent } from '../payments/payment-entities.ts';
import { askForAuthentication, authenticateSetup, SETUP_FAILED } from '../payments/set-up-card.ts';
import { discountProblem } from './apply-code.ts';
import { type CheckoutSession, chosenItem } from './checkout-entities.ts';
import { completeSession, type Visitor } from './complete-session.ts';
import { startSetup } from './save-for-later.ts';
import { computeShippingCost } from './shipping-cost.ts';

export type PaymentOutcome =
  | { readonly result: 'complete'; readonly session: CheckoutSession }
  | { readonly result: 'authentication_required' }
  | { readonly result: 'declined'; readonly failure: PaymentFailure }
  | { readonly result: 'expired' };

/**
 * Pays an open session with a test card, or what was made of one. A completed session is returned unchanged, so it is
 * paid only once.
 */
export function paySession(
  context: Context,
  session: CheckoutSession,
  given: CardDetails | PaymentMethod,
): PaymentOutcome {
  if (session.status === 'complete') return { result: 'complete', session };
  if (session.status === 'expired') return { result: 'expired' };
  const now = context.time.now(session.test_clock);
  const testCard = 'id' in given ? given.card.testCard : given.card.name;
  const type = methodType({ testCard });
  if (!takes(session, type)) {
    throw new RangeError(`the session takes no payment methods of the type ${type}`);
  }
  const problem = discountProblem(context, session);
  if (problem !== null) return { result: 'declined', failure: { ...UNREDEEMABLE, message: problem } };
  if (session.mode === 'payment' && needsNoMethod(session)) {
    const { email, name, postal_code } = 'id' in given ? given.billing_details : given;
    return completeWithoutMethod(context, session, { email, name, postal_code });
  }
  if (session.amount_total === 0) return saveMethod(context, session, given);
  const method = madeMethod(context, session, given);
  const intent = requireIntent(context, session, now);
  const attempt = { method, onSession: true, authenticated: false, now };
  const decision = attemptPayment(context, intent, attempt);
  const waiting = decision.result === 'asks_for_authentication';
  const begun = context.store.sessions.put({
    ...session,
    payment_intent: intent.id,
    awaitingAuthentication: waiting,
  });
  if (waiting) return { result: 'authentication_required' };
  if (decision.result === 'fails') return { result: 'declined', failure: decision.failure };
  return { result: 'complete', session: completeSession(context, begun, method, now) };
}

/** Banks do not hold the money of a debit. What redirects must be named, and is not shown in a frame. */
export function takes(
  { currency, embedding, intentData, mode, options }: CheckoutSession,
  type: string,
): boolean {
  const { allowed_payment_method_types: types, excluded_payment_method_types: none } = options.shown;
  if (types?.includes(type) === false || none?.includes(type)) return false;
  const own = options.methodOptions[type];
  const isHeld = (own?.capture_method ?? intentData.capture_method) === 'manual';
  if (!isRedirect(type)) return !isHeld || !isBankDebit(type);
  const { currencies, holds = false } = REDIRECT_METHODS[type];
  if (types == null || embedding !== undefined || (isHeld && !holds)) return false;
  if (currency !== null && !currencies.includes(currency)) return false;
  if (mode !== 'payment') return canBeSaved(type);
  const usage = own?.setup_future_usage ?? intentData.setup_future_usage ?? 'none';
  return usage === 'none' || purchaseSaves(type);
}

/** Subscriptions and setups save more types than purchases do. */
function purchaseSaves(type: string): boolean {
  const usage = `payment_method_options[${type}][setup_future_usage]`;
  return choices('POST /v1/checkout/sessions', usage).includes('off_session');
}

export function redirectsOf(session: CheckoutSession) {
  return REDIRECT_TYPES.filter((type) => takes(session, type));
}

export function needsNoMethod(session: CheckoutSession): boolean {
  const { amount_total, mode, options } = session;
  return (
    mode !== 'setup' &&
    amount_total === 0 &&
    !options.alwaysCollectsMethod &&
    chosenItem(session) === undefined
  );
}

/** Completes an open session that is free and collects no payment method. */
export function completeWithoutMethod(
  context: Context,
  session: CheckoutSession,
  visitor: Visitor,
): PaymentOutcome {
  if (session.status === 'complete') return { result: 'complete', session };
  if (session.status === 'expired') return { result: 'expired' };
  const now = context.time.now(session.test_clock);
  return { result: 'complete', session: completeSession(context, session, visitor, now) };
}

function madeMethod(
  context: Context,
  session: CheckoutSession,
  given: CardDetails | PaymentMethod,
): PaymentMethod {
  if ('id' in given) return given;
  const details = { ...given, address: session.collected?.address };
  return createPaymentMethod(context, details, context.time.now(session.test_clock));
}

/** Nothing is due today: saves the card, unless it would be declined. */
function saveMethod(
  context: Context,
  session: CheckoutSession,
  given: CardDetails | PaymentMethod,
): PaymentOutcome {
  const { attaches, failure } = 'id' in given ? testCardByName(given.card.testCard) : given.card;
  if (failure !== null && !attaches) return { result: 'declined', failure };
  const method = madeMethod(context, session, given);
  const now = context.time.now(session.test_clock);
  if (!isRedirect(method.card.testCard)) {
    return { result: 'complete', session: completeSession(context, session, method, now) };
  }
  const { sessions, setupIntents } = context.store;
  const setup = setupIntents.get(session.setup_intent ?? '') ?? startSetup(context, session, now);
  askForAuthentication(context, { ...setup, payment_method: method.id });
  sessions.put({ ...session, setup_intent: setup.id, awaitingAuthentication: true });
  return { result: 'authentication_required' };
}

export function finishAuthentication(
  context: Context,
  session: CheckoutSession,
  passed: boolean,
): PaymentOutcome {
  if (session.status === 'complete') return { result: 'complete', session };
  if (session.status === 'expired') return { result: 'expired' };
  if (!session.awaitingAuthentication) return { result: 'declined', failure: NOTHING_TO_AUTHENTICATE };
  const now = context.time.now(session.test_clock);
  const settled = context.store.sessions.put({ ...session, awaitingAuthentication: false });
  const setup = context.store.setupIntents.get(session.setup_intent ?? '');
  if (setup?.status === 'requires_action') {
    const tried = triedMethod(context, setup);
    if (passed) return { result: 'complete', session: completeSession(context, settled, tried, now) };
    authenticateSetup(context, setup, false);
    return { result: 'declined', failure: SETUP_FAILED };
  }
  const intent = requireIntent(context, session, now);
  if (!passed) return { result: 'declined', failure: failAuthentication(context, intent) };
  const method = triedMethod(context, intent);
  const decision = attemptPayment(context, intent, { method, onSession: true, authenticated: true, now });
  if (decision.result === 'fails') return { result: 'declined', failure: decision.failure };
  return { result: 'complete', session: completeSession(context, settled, method, now) };
}

/** Used for failures that the card did not cause. */
const UNREDEEMABLE = { code: 'coupon_expired', decline_code: null } as const;

const NOTHING_TO_AUTHENTICATE = failure(
  'payment_intent_unexpected_state',
  'No payment is waiting for authentication. Please enter your card again.',
);

/** The payment of a session, created when it is first needed. */
export function requireIntent(context: Context, session: CheckoutSession, now: number): PaymentIntent {
  const { store } = context;
  const { mode, intentData, amount_total, amount_tax: tax, customer } = session;
  const isPurchase = mode === 'payment';
  // The visitor's address, or else the one given at creation.
  const shipping = isPurchase ? (session.collected?.shipping ?? intentData.shipping) : null;
  const included = { shipping: computeShippingCost(context, session)?.rate.amount ?? 0, tax };
  const checkout = { session: session.id, ...(isPurchase && { included }) };
  const begun = store.paymentIntents.get(session.payment_intent ?? '');
  if (begun !== undefined) {
    // Answers entered after a decline may have changed the amount or the shipping address.
    return store.paymentIntents.put({ ...begun, amount: amount_total, checkout, shipping });
  }
  const currency = session.currency ?? '';
  const { methodOptions: payment_method_options, split } = session.options;
  const payment = { amount: amount_total, checkout, currency, customer, now, payment_method_options };
  return createPaymentIntent(
    context,
    isPurchase
      ? { ...payment, ...intentData, shipping }
      : {
          ...payment,
          description: 'Subscription creation',
          ...(split && splitInvoice(split, amount_total)),
        },
  );
}

export function knownEmail({ store }: Context, session: CheckoutSession): string | null {
  return session.customer_email ?? store.customers.get(session.customer ?? '')?.email ?? null;
}
