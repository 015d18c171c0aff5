import { testCardByName } from '../../customers/methods/test-cards.ts';
import type { Context, Hooks } from '../../kinds/context.ts';
import { decideSetup } from '../../payments/decide-charge.ts';
import { cancelSetup, confirmSetup, createSetupIntent } from '../../payments/set-up-card.ts';
import type { Subscription } from '../billing-entities.ts';
import { paymentMethodFor } from '../invoices/pay-invoice.ts';
import { changeSubscription } from './announce-update.ts';

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
