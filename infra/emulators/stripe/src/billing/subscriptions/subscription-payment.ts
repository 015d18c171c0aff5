import { cardError } from '../../customers/methods/card-error.ts';
import { requireOwnMethod } from '../../customers/methods/payment-method.ts';
import { failure, type PaymentFailure } from '../../customers/methods/test-card.ts';
import { type ApiError, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import type { PaymentIntent } from '../../payments/payment-entities.ts';
import { paymentIntentWire } from '../../payments/payment-intent.ts';
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
