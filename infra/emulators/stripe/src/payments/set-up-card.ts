import { debitType, methodType } from '../customers/methods/card.ts';
import { cardError } from '../customers/methods/card-error.ts';
import { type PaymentMethod, triedMethod } from '../customers/methods/payment-method.ts';
import { ofAnother } from '../customers/methods/ready-made-method.ts';
import { rejectSaving } from '../customers/methods/redirect-methods.ts';
import { failure, type PaymentFailure } from '../customers/methods/test-card.ts';
import { testCardByName } from '../customers/methods/test-cards.ts';
import { notSupported, rejected } from '../description/api-error.ts';
import { defined } from '../description/json.ts';
import type { Context } from '../kinds/context.ts';
import { tell } from '../kinds/context.ts';
import { newId } from '../kinds/objects.ts';
import { rejectOtherTypes, requireWayBack } from './allowed-methods.ts';
import { keepForLater } from './debits/keep-for-later.ts';
import { allowingMandate, type GivenMandate } from './debits/make-mandate.ts';
import { awaitsVerification, type Deposits, verifyAccount } from './debits/verify-bank-account.ts';
import { decideSetup } from './decide-charge.ts';
import { requestsAuthentication } from './method-options.ts';
import type { SetupAttempt, SetupIntent } from './payment-entities.ts';
import { newIntent } from './payment-intent.ts';
import { putSetup, setupIntentWire } from './setup-intent.ts';
import { unexpectedSetup } from './unexpected-state.ts';

type NewSetup = Pick<SetupIntent, 'customer' | 'description' | 'metadata' | 'usage'> & {
  readonly now: number;
} & { readonly [K in keyof SetupIntent]?: SetupIntent[K] | undefined };

export function createSetupIntent(context: Context, { now, ...setup }: NewSetup): SetupIntent {
  return putSetup(context, 'setup_intent.created', { ...defined(setup), ...newIntent('seti', now) });
}

/** The attempts with one more, or with the outcome of the one that asked for authentication. */
function attemptsAfter(
  { time }: Context,
  { attempts = [], lastError, payment_method }: SetupIntent,
  status: SetupAttempt['status'],
): readonly SetupAttempt[] {
  const last = attempts.at(-1);
  const outcome = { lastError, payment_method, status };
  if (last?.status === 'requires_action') return [...attempts.slice(0, -1), { ...last, ...outcome }];
  return [...attempts, { id: newId('setatt'), created: time.now(), ...outcome }];
}

/** Completes the setup: the card can now be charged off-session. */
export function succeedSetup(
  context: Context,
  intent: SetupIntent,
  method: string | null,
  kept = method,
): SetupIntent {
  const saved = putSetup(context, 'setup_intent.succeeded', {
    ...intent,
    status: 'succeeded',
    payment_method: method,
    lastError: null,
    attempts: attemptsAfter(context, { ...intent, payment_method: method, lastError: null }, 'succeeded'),
  });
  tell(context, 'setupSucceeded', { ...saved, payment_method: kept });
  return saved;
}

/** The payment method to be set up, which a setup lacks before anything else is wrong with it. */
export function requireMethod(context: Context, intent: SetupIntent): PaymentMethod {
  const method = context.store.paymentMethods.get(intent.payment_method ?? '');
  if (method !== undefined) return method;
  throw unexpectedSetup(
    context,
    intent,
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  );
}

/** Asks the bank whether the card may be saved. Throws a card error if it is declined. */
export function confirmSetup(context: Context, given: SetupIntent, mandate: GivenMandate = {}): SetupIntent {
  const method = requireMethod(context, given);
  rejectOtherTypes('SetupIntent', given, method);
  rejectSaving(methodType(method.card), 'payment_method');
  requireWayBack(methodType(method.card), given.return_url);
  const card = testCardByName(method.card.testCard);
  const intent = { ...given, mandate: mandateOf(context, given, method, mandate) };
  if (awaitsVerification(method, intent)) return askForAuthentication(context, intent);
  const decision = decideSetup(card, requestsAuthentication(intent), method.customer !== null);
  if (decision.result === 'asks_for_authentication') return askForAuthentication(context, intent);
  if (decision.result !== 'fails') return keepCard(context, intent, method);
  const failed = failSetup(context, intent, decision.failure);
  throw cardError(decision.failure, setupIntentWire(context, failed));
}

function mandateOf(
  context: Context,
  intent: SetupIntent,
  method: PaymentMethod,
  given: GivenMandate,
): string | undefined {
  const { on_behalf_of, single_use = null } = intent;
  if (single_use !== null && debitType(method.card) === undefined) {
    throw notSupported('single-use mandates of cards', 'single_use');
  }
  const waiting = { ...intent, status: 'requires_confirmation' } as const;
  return allowingMandate(context, {
    ...{ given, isNew: single_use !== null, method, on_behalf_of, payment: single_use },
    without: () => ({ setup_intent: setupIntentWire(context, waiting) }),
  });
}

/** Goes on with a setup whose bank account waits for its verification. */
export function verifySetup(context: Context, intent: SetupIntent, deposits: Deposits): SetupIntent {
  const { failure, method } = verifyAccount(context, intent, deposits);
  return failure === null ? keepCard(context, intent, method) : failSetup(context, intent, failure);
}

export function authenticateSetup(context: Context, intent: SetupIntent, passed: boolean): void {
  if (intent.status !== 'requires_action') return;
  if (passed) keepCard(context, intent, triedMethod(context, intent));
  else failSetup(context, intent, SETUP_FAILED);
}

export function cancelSetup(
  context: Context,
  intent: SetupIntent,
  reason: NonNullable<SetupIntent['cancellation_reason']> | null,
): SetupIntent {
  if (intent.status === 'canceled' || intent.status === 'succeeded') {
    const reason =
      intent.status === 'canceled'
        ? 'it it already canceled.'
        : 'it has a status of succeeded. Only a SetupIntent with one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, or `requires_action`.';
    throw unexpectedSetup(context, intent, `You cannot cancel this SetupIntent because ${reason}`);
  }
  return putSetup(context, 'setup_intent.canceled', {
    ...intent,
    status: 'canceled',
    cancellation_reason: reason,
  });
}

export function rejectUnlessOpen(context: Context, intent: SetupIntent, action: 'confirm' | 'update'): void {
  const { status } = intent;
  if (status !== 'succeeded' && status !== 'canceled') return;
  const reason = status === 'succeeded' ? 'it has already succeeded' : 'it has been canceled';
  throw unexpectedSetup(context, intent, `You cannot ${action} this SetupIntent because ${reason}.`);
}

export const SETUP_FAILED = failure(
  'setup_intent_authentication_failure',
  'The latest attempt to set up the payment method has failed because authentication failed.',
);

export function askForAuthentication(context: Context, intent: SetupIntent): SetupIntent {
  const attempted = { ...intent, lastError: null };
  return putSetup(context, 'setup_intent.requires_action', {
    ...attempted,
    status: 'requires_action',
    attempts: attemptsAfter(context, attempted, 'requires_action'),
  });
}

function keepCard(context: Context, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  const { attempts, customer, mandate } = intent;
  const kept = keepForLater(context, method, { customer, mandate, origin: attempts?.at(-1)?.id });
  return succeedSetup(context, intent, method.id, kept.id);
}

function failSetup(context: Context, intent: SetupIntent, failure: PaymentFailure): SetupIntent {
  const attempted = { ...intent, lastError: failure };
  return putSetup(context, 'setup_intent.setup_failed', {
    ...attempted,
    status: 'requires_payment_method',
    attempts: attemptsAfter(context, attempted, 'failed'),
  });
}

/** A saved payment method is set up only for its customer. */
export function rejectForeign({ customer }: SetupIntent, { customer: owner, id }: PaymentMethod): void {
  if (owner === null || owner === customer) return;
  if (customer !== null) throw ofAnother(id, customer);
  throw rejected(
    `The payment method supplied (${id}) belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the SetupIntent.`,
    'payment_method',
  );
}
