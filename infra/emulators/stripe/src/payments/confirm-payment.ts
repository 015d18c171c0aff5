import { customerTime } from '../customers/customer.ts';
import { debitType } from '../customers/methods/card.ts';
import { cardError } from '../customers/methods/card-error.ts';
import { type PaymentMethod, triedMethod } from '../customers/methods/payment-method.ts';
import type { PaymentFailure } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { type Context, requireFound, tell } from '../kinds/context.ts';
import { emit } from '../kinds/objects.ts';
import { rejectOtherTypes, rejectRedirect } from './allowed-methods.ts';
import { askForAction, attemptPayment, failAuthentication, failBeforeCharge } from './attempt-payment.ts';
import { chargeWire } from './charge.ts';
import { keepForLater } from './debits/keep-for-later.ts';
import { allowingMandate, endMandate, type GivenMandate, useUp } from './debits/make-mandate.ts';
import { awaitsVerification, type Deposits, verifyAccount } from './debits/verify-bank-account.ts';
import { closeDispute, disputeCharge } from './disputes/dispute-charge.ts';
import { futureUsage } from './method-options.ts';
import type { PaymentIntent } from './payment-entities.ts';
import { paymentIntentWire } from './payment-intent.ts';
import { bookCharge } from './splits/split-charge.ts';
import { unexpectedPayment } from './unexpected-state.ts';

/** When the bank decides on a debit; undefined if it never does. */
export function settlementTime({ time }: Context, { card }: PaymentMethod): number | undefined {
  const { debit } = testCardByName(card.testCard);
  return debit === undefined || debit.settlesAfter === null ? undefined : time.now() + debit.settlesAfter;
}

/** Settles a pending debit. Returns why it failed, or null. */
function settleDebit(context: Context, intent: PaymentIntent): PaymentFailure | null {
  const { store } = context;
  const found = requireFound(store.charges.get(intent.latest_charge ?? ''), 'charge of the debit');
  const { settlesAt: _, ...charge } = found;
  const { debit, disputes, failure } = testCardByName(charge.card.testCard);
  const booked = failure === null ? bookCharge(context, charge) : { balance_transaction: null };
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
  if (!paid && debit?.endsMandate === true) endMandate(context, charge.mandate);
  // Banks return disputed debits without a hearing, so the dispute is lost from the start.
  for (const { reason } of paid ? disputes : []) {
    closeDispute(context, disputeCharge(context, settled, { reason }), 'lost');
  }
  return failure;
}

export interface Confirmation {
  readonly method: PaymentMethod | undefined;
  readonly offSession: boolean;
  /** Whether the payment fails if it asks for authentication. */
  readonly rejectsActions?: boolean;
  readonly return_url: string | null;
  readonly mandate?: GivenMandate;
}

/** Confirms a payment with a card. Throws a card error if it is declined. */
export function confirmPayment(context: Context, given: PaymentIntent, request: Confirmation): PaymentIntent {
  const { store } = context;
  rejectUnlessOpen(context, given);
  const method = request.method ?? store.paymentMethods.get(given.payment_method ?? '');
  if (method === undefined) {
    const remedy =
      given.customer === null
        ? 'You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.'
        : `To confirm the PaymentIntent with ${given.customer}, specify a payment method attached to this customer along with the customer ID.`;
    throw unexpectedPayment(
      context,
      given,
      `You cannot confirm this PaymentIntent because it's missing a payment method. ${remedy}`,
    );
  }
  const now = customerTime(context, given);
  rejectOtherTypes('PaymentIntent', given, method);
  rejectRedirect(given, method, request);
  const mandate = allowingMandate(context, {
    ...{ given: request.mandate ?? {}, method, on_behalf_of: given.on_behalf_of },
    payment:
      futureUsage(given, method) === 'none' ? { amount: given.amount, currency: given.currency } : null,
    without: () => {
      const waiting = { ...given, payment_method: method.id, status: 'requires_confirmation' } as const;
      return { payment_intent: paymentIntentWire(context, waiting) };
    },
  });
  const intent = store.paymentIntents.put({
    ...given,
    status: 'requires_confirmation',
    authenticatedMethod: undefined,
    mandate,
    ...(request.return_url === null ? {} : { return_url: request.return_url }),
  });
  const { offSession, rejectsActions } = request;
  if (awaitsVerification(method, intent)) return askForAction(context, intent, method);
  const authenticated = given.authenticatedMethod === method.id;
  const isDebit = debitType(method.card) !== undefined;
  const attempt = { method, onSession: isDebit || !offSession, rejectsActions, authenticated, now };
  const decision = attemptPayment(context, intent, {
    ...attempt,
    settlesAt: settlementTime(context, method),
  });
  const tried = requireFound(store.paymentIntents.get(intent.id), 'payment');
  if (decision.result === 'succeeds') settle(context, tried, now);
  if (decision.result === 'waits') {
    if (!tell(context, 'paymentWaits', tried)) saveForLater(context, tried);
  }
  if (decision.result === 'fails') throw cardError(decision.failure, paymentIntentWire(context, tried));
  if (request.mandate?.id !== undefined) useUp(context, request.mandate.id);
  return requireFound(store.paymentIntents.get(intent.id), 'payment');
}

/** Settles a debit of which the bank has informed the account. Returns whether it has been paid. */
export function settleBankPayment(context: Context, id: string | null): boolean {
  const { store } = context;
  const intent = store.paymentIntents.get(id ?? '');
  if (intent?.status !== 'processing') return false;
  const now = customerTime(context, intent);
  const failure = settleDebit(context, intent);
  if (failure === null) settle(context, requireFound(store.paymentIntents.get(intent.id), 'payment'), now);
  else tell(context, 'debitFailed', { ...intent, now });
  return failure === null;
}

/** Goes on with a payment whose bank account waits for its verification. */
export function verifyPayment(context: Context, intent: PaymentIntent, deposits: Deposits): PaymentIntent {
  const { store } = context;
  const { failure, method } = verifyAccount(context, intent, deposits);
  if (failure !== null) {
    failBeforeCharge(context, intent, failure);
    return requireFound(store.paymentIntents.get(intent.id), 'payment');
  }
  const request = { method, offSession: false, return_url: null, mandate: { id: intent.mandate } };
  return confirmPayment(context, { ...intent, status: 'requires_confirmation' }, request);
}

export function authenticatePayment(context: Context, intent: PaymentIntent, passed: boolean): void {
  if (intent.status !== 'requires_action') return;
  if (!passed) {
    failAuthentication(context, intent);
    return;
  }
  // It is made by the next confirmation, with the authenticated card.
  if (intent.confirmation_method === 'manual') {
    const { payment_method } = intent;
    const authenticated = { authenticatedMethod: payment_method ?? undefined };
    context.store.paymentIntents.put({ ...intent, status: 'requires_confirmation', ...authenticated });
    return;
  }
  const now = customerTime(context, intent);
  const method = triedMethod(context, intent);
  const attempt = { method, onSession: true, authenticated: true, now };
  const { result } = attemptPayment(context, intent, attempt);
  if (result !== 'succeeds') return;
  settle(context, requireFound(context.store.paymentIntents.get(intent.id), 'payment'), now);
}

function rejectUnlessOpen(context: Context, intent: PaymentIntent): void {
  const { status } = intent;
  if (!['canceled', 'processing', 'requires_capture', 'succeeded'].includes(status)) return;
  const reason =
    status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${status}`;
  throw unexpectedPayment(context, intent, `You cannot confirm this PaymentIntent because ${reason}.`);
}

/** Settles what the payment is for, or keeps its method. */
function settle(context: Context, intent: PaymentIntent, now: number): void {
  if (!tell(context, 'paymentSucceeded', { ...intent, now })) saveForLater(context, intent);
}

/** Attaches a method meant for reuse to the customer, if there is one, after it has paid; any other cannot be used again. */
function saveForLater(context: Context, intent: PaymentIntent): void {
  const { customer, latest_charge, mandate } = intent;
  const method = triedMethod(context, intent);
  if (method.customer !== null) return;
  const usage = futureUsage(intent, method);
  if (usage === 'none') context.store.paymentMethods.put({ ...method, usedUp: true });
  else keepForLater(context, method, { customer, mandate, origin: latest_charge });
}
