import { methodType } from '../customers/methods/card.ts';
import type { PaymentMethod } from '../customers/methods/payment-method.ts';
import { failure, type PaymentFailure } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { defined } from '../description/json.ts';
import { SECONDS_A_DAY } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { chargeWire, NEW_CHARGE, putCharge } from './charge.ts';
import { type ChargeDecision, DECLINED, decideCharge, NOBODY_TO_AUTHENTICATE } from './decide-charge.ts';
import { contestCharge } from './disputes/dispute-charge.ts';
import { startIncrements } from './increment-authorization.ts';
import { optionsFor, requestsAuthentication } from './method-options.ts';
import type { CancellationReason, Charge, PaymentIntent } from './payment-entities.ts';
import { newIntent, paymentIntentWire, putPayment } from './payment-intent.ts';
import { releaseAuthorized } from './refund.ts';
import { splitOf } from './splits/payment-splits.ts';
import { bookCharge, SETTLES_AFTER_SECONDS } from './splits/split-charge.ts';

type NewPayment = Pick<PaymentIntent, 'amount' | 'currency' | 'customer'> & {
  readonly now: number;
} & { readonly [K in keyof PaymentIntent]?: PaymentIntent[K] | undefined };

const DEFAULTS = {
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  description: null,
  metadata: {},
  receipt_email: null,
  setup_future_usage: 'off_session',
  statement_descriptor: null,
  statement_descriptor_suffix: null,
} as const;

/** Without a choice, the card is saved for off-session use. */
export function createPaymentIntent(context: Context, { now, ...payment }: NewPayment): PaymentIntent {
  return putPayment(context, 'payment_intent.created', {
    ...DEFAULTS,
    ...defined(payment),
    ...newIntent('pi', now),
    latest_charge: null,
  });
}

interface Attempt {
  readonly method: PaymentMethod;
  readonly onSession: boolean;
  readonly authenticatesLater?: boolean;
  readonly rejectsActions?: boolean | undefined;
  readonly authenticated: boolean;
  readonly now: number;
  /** When the bank decides on a debit, if it does so without a checkout. */
  readonly settlesAt?: number | undefined;
}

/** Charges `method` or finds that it needs authentication, and records the outcome. */
export function attemptPayment(context: Context, intent: PaymentIntent, attempt: Attempt): ChargeDecision {
  const card = testCardByName(attempt.method.card.testCard);
  const isRequested = requestsAuthentication(intent);
  const isSaved = card.isKnown === true || attempt.method.customer !== null;
  const { declinesNext, ...method } = attempt.method;
  if (declinesNext) context.store.paymentMethods.put(method);
  const decision: ChargeDecision = declinesNext
    ? { result: 'fails', failure: DECLINED }
    : decideCharge(card, { ...attempt, isRequested, isSaved });
  const rejectsActions = attempt.rejectsActions === true;
  if (decision.result === 'asks_for_authentication' && rejectsActions) {
    const tried = { ...intent, payment_method: attempt.method.id };
    return { result: 'fails', failure: failBeforeCharge(context, tried, ACTION_REJECTED) };
  }
  if (decision.result === 'asks_for_authentication') askForAction(context, intent, attempt.method);
  else if (decision.result === 'waits') waitForBank(context, intent, attempt);
  else if (decision.result === 'fails') {
    const lastError =
      rejectsActions && decision.failure === NOBODY_TO_AUTHENTICATE ? ACTION_REJECTED : decision.failure;
    failPayment(context, { ...intent, lastError }, attempt, decision.failure);
    return { result: 'fails', failure: lastError };
  } else if ((optionsFor(intent, method)?.capture_method ?? intent.capture_method) === 'manual')
    authorizePayment(context, intent, attempt);
  else settlePayment(context, intent, attempt);
  return decision;
}

/** The payment waits for the cardholder, or for the verification of a bank account. */
export function askForAction(context: Context, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  return putPayment(context, 'payment_intent.requires_action', {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    lastError: null,
  });
}

function waitForBank(context: Context, intent: PaymentIntent, attempt: Attempt): void {
  const { settlesAt } = attempt;
  const charge = {
    ...newCharge(intent, attempt, null),
    pending: true,
    ...(settlesAt !== undefined && { settlesAt }),
  };
  record(context, intent, charge, 'processing', ['charge.pending', 'payment_intent.processing']);
}

function failPayment(
  context: Context,
  intent: PaymentIntent,
  attempt: Attempt,
  failure: PaymentFailure,
): void {
  const charge = newCharge(intent, attempt, failure);
  const { method } = attempt;
  if (method.customer === null) context.store.paymentMethods.put({ ...method, usedUp: true });
  record(context, intent, charge, 'requires_payment_method', [
    'charge.failed',
    'payment_intent.payment_failed',
  ]);
}

export const AUTHORIZED_FOR_SECONDS = 7 * SECONDS_A_DAY;

/** Holds the money until it is captured. */
function authorizePayment(context: Context, intent: PaymentIntent, attempt: Attempt): void {
  const charge = {
    ...newCharge(intent, attempt, null),
    amount_captured: null,
    capture_before: attempt.now + AUTHORIZED_FOR_SECONDS,
    ...startIncrements(intent, testCardByName(attempt.method.card.testCard)),
  };
  record(context, intent, charge, 'requires_capture', [
    'charge.succeeded',
    'payment_intent.amount_capturable_updated',
  ]);
}

function settlePayment(context: Context, intent: PaymentIntent, attempt: Attempt): void {
  const charge = entered(context, intent, newCharge(intent, attempt, null));
  record(context, intent, charge, 'succeeded', ['charge.succeeded', 'payment_intent.succeeded']);
  contestCharge(context, charge);
}

/** Stores what became of an attempt, and emits an event for the charge and one for the payment. */
function record(
  context: Context,
  intent: PaymentIntent,
  made: Charge,
  status: PaymentIntent['status'],
  [ofCharge, ofIntent]: readonly [string, string],
): void {
  const charge = context.store.charges.put(made);
  const { id: latest_charge, payment_method } = charge;
  const after = context.store.paymentIntents.put({
    ...intent,
    status,
    payment_method,
    latest_charge,
    lastError: charge.failure && intent.lastError,
  });
  emit(context, ofCharge, chargeWire(context, charge));
  emit(context, ofIntent, paymentIntentWire(context, after));
}

/** An asynchronous capture is entered in the ledger a moment later, unless its money is there at once. */
function entered(context: Context, { capture_method }: PaymentIntent, made: Charge): Charge {
  const { bypassesPending } = testCardByName(made.card.testCard);
  return capture_method === 'automatic_async' && !bypassesPending
    ? { ...made, settlesAt: context.time.now() + SETTLES_AFTER_SECONDS }
    : { ...made, ...bookCharge(context, made) };
}

function newCharge(intent: PaymentIntent, attempt: Attempt, failure: PaymentFailure | null): Charge {
  const { amount, currency, customer, description, metadata, receipt_email, shipping } = intent;
  const { statement_descriptor, statement_descriptor_suffix } = intent;
  const { billing_details, card, id: payment_method } = attempt.method;
  const { isDelayed } = testCardByName(card.testCard);
  return {
    ...NEW_CHARGE,
    ...{ amount, currency, customer, description, metadata, receipt_email, shipping },
    ...{ statement_descriptor, statement_descriptor_suffix },
    ...{ billing_details, card, payment_method },
    id: newId(methodType(card) === 'card' ? 'ch' : 'py'),
    created: attempt.now,
    payment_intent: intent.id,
    ...splitOf(intent),
    ...(isDelayed && intent.mandate !== undefined && { mandate: intent.mandate }),
    failure,
    authenticated: attempt.authenticated,
    ...(attempt.onSession && requestsAuthentication(intent) && { triedToAuthenticate: true }),
  };
}

const AUTHENTICATION_FAILED = failure(
  'payment_intent_authentication_failure',
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
);

const ACTION_REJECTED: PaymentFailure = {
  code: 'authentication_required',
  decline_code: 'authentication_not_handled',
  message:
    "This payment required an authentication action to complete, but `error_on_requires_action` was set. When you're ready, you can upgrade your integration to handle actions at https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.",
};

/** Authentication failed or was declined; the payment waits for another card. */
export function failAuthentication(context: Context, intent: PaymentIntent): PaymentFailure {
  return failBeforeCharge(context, intent, AUTHENTICATION_FAILED);
}

/** The payment fails without a charge. */
export function failBeforeCharge(
  context: Context,
  intent: PaymentIntent,
  lastError: PaymentFailure,
): PaymentFailure {
  putPayment(context, 'payment_intent.payment_failed', {
    ...intent,
    status: 'requires_payment_method',
    lastError,
  });
  return lastError;
}

export function cancelPaymentIntent(
  context: Context,
  intent: PaymentIntent,
  now: number,
  cancellation_reason: CancellationReason | null = 'automatic',
): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  releaseCharge(context, intent);
  putPayment(context, 'payment_intent.canceled', {
    ...intent,
    status: 'canceled',
    canceled_at: now,
    cancellation_reason,
  });
}

/** Returns the money of an authorization to the cardholder. */
function releaseCharge(context: Context, { latest_charge, status }: PaymentIntent): void {
  const charge = context.store.charges.get(latest_charge ?? '');
  if (charge?.pending === true) failPending(context, charge);
  if (status !== 'requires_capture' || charge === undefined) return;
  const released = context.store.charges.put(releaseAuthorized(context, charge, charge.amount));
  emit(context, 'charge.refunded', chargeWire(context, released), { amount_refunded: 0, refunded: false });
}

/** A debit that is cancelled before the bank has decided is not made. */
function failPending(context: Context, charge: Charge): void {
  const { settlesAt: _, ...others } = charge;
  putCharge(context, 'charge.failed', { ...others, pending: false, failure: CANCELED_DEBIT });
}

const CANCELED_DEBIT = failure('payment_intent_payment_attempt_failed', 'The payment was canceled.');
