import { cardError } from '../../customers/methods/card-error.ts';
import { requireOwnMethod } from '../../customers/methods/payment-method.ts';
import { failure, type PaymentFailure } from '../../customers/methods/test-card.ts';
import { testCardByName } from '../../customers/methods/test-cards.ts';
import { type ApiError, rejected } from '../../description/api-error.ts';
import type { Context, Hooks } from '../../kinds/context.ts';
import { decideSetup } from '../../payments/decide-charge.ts';
import type { PaymentIntent } from '../../payments/payment-entities.ts';
import { paymentIntentWire } from '../../payments/payment-intent.ts';
import { cancelSetup, confirmSetup, createSetupIntent } from '../../payments/set-up-card.ts';
import { changeSubscription } from '../announce.ts';
import type { Subscription } from '../billing-entities.ts';
import { paymentMethodFor, REQUIRES_ACTION } from '../invoices/pay-invoice.ts';

/** The id of the payment method that a request names, if it names one. */
export function namedMethod(
  context: Context,
  named: string | null | undefined,
  customer: string,
  param = 'default_payment_method',
): string | null | undefined {
  return named == null ? named : requireOwnMethod(context, named, customer, param).id;
}

/** Stripe rejects to bill a subscription at once if there is nothing to charge. */
export function requireMethod(context: Context, subscription: Subscription): void {
  if (paymentMethodFor(context, subscription) !== undefined) return;
  throw rejected(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );
}

/** The error of `error_if_incomplete`. An intent that could be authenticated is rolled back, so it is not named. */
export function incompleteError(
  context: Context,
  failure: PaymentFailure,
  intent: PaymentIntent | undefined,
): ApiError {
  if (failure === REQUIRES_ACTION) return cardError(SUBSCRIPTION_REQUIRES_ACTION);
  return cardError(failure, intent && paymentIntentWire(context, intent));
}

const SUBSCRIPTION_REQUIRES_ACTION = failure(
  'subscription_payment_intent_requires_action',
  "Payment for this subscription requires additional user action, but the requested payment behavior doesn't save the invoice or PaymentIntent. Retry the request with `payment_behavior=allow_incomplete` or `payment_behavior=default_incomplete`, then complete the PaymentIntent on the subscription's latest invoice. Additional information is available here: https://stripe.com/docs/billing/subscriptions/overview#requires-action",
);

/**
 * A subscription that starts without a payment asks for what later payments need: a payment method, or the
 * authentication of the one that it has (github.com/stripe/stripe-go/issues/1155). The change is not saved.
 */
export function withPendingSetup(context: Context, subscription: Subscription): Subscription {
  if (subscription.days_until_due != null) return subscription;
  const method = paymentMethodFor(context, subscription);
  const card = method && testCardByName(method.card.testCard);
  if (card !== undefined && decideSetup(card).result !== 'asks_for_authentication') return subscription;
  const intent = createSetupIntent(context, {
    customer: subscription.customer,
    description: null,
    metadata: {},
    usage: 'off_session',
    subscription: subscription.id,
    now: context.time.now(subscription.test_clock),
  });
  if (method !== undefined) confirmSetup(context, { ...intent, payment_method: method.id });
  return { ...subscription, pending_setup_intent: intent.id };
}

/** The setup of a subscription that got another payment method is not needed any more. */
export function cancelPendingSetup(context: Context, { pending_setup_intent }: Subscription): void {
  const intent = context.store.setupIntents.get(pending_setup_intent ?? '');
  if (intent !== undefined && intent.status !== 'canceled') cancelSetup(context, intent, null);
}

/** The subscription that waited for the setup waits no longer; it keeps the method if it was asked to. */
export const endPendingSetup: Hooks['setupSucceeded'] = (context, { id, subscription, payment_method }) => {
  const before = context.store.subscriptions.get(subscription ?? '');
  if (before?.pending_setup_intent !== id) return;
  const default_payment_method = before.savesMethod === true ? payment_method : before.default_payment_method;
  changeSubscription(context, before, { ...before, pending_setup_intent: null, default_payment_method });
};
