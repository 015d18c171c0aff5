import type { Context } from '../context.ts';
import { changedAttributes, emit } from '../events.ts';
import type { Subscription, SubscriptionItem } from '../state/billing-entities.ts';
import { nextPeriodEnd } from '../time/calendar.ts';
import { found, requirePrice } from '../wire/require.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { createPaymentIntent } from './attempt-payment.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { amountOf, createInvoice } from './create-invoice.ts';
import { collectInvoice, paymentMethodFor } from './pay-invoice.ts';
import { periodEndOf } from './update-subscription.ts';

/** Ends a subscription whose time has come, or begins its next period. Does nothing when neither is due at `now`. */
export function endOrRenew(context: Context, subscription: Subscription, now: number): void {
  if (subscription.status === 'canceled') return;
  if (subscription.cancelAt !== null && subscription.cancelAt <= now) {
    cancelSubscription(context, subscription, { now, details: subscription.cancellationDetails });
  } else if (periodEndOf(subscription) <= now) {
    renew(context, subscription, now);
  }
}

function renew(context: Context, before: Subscription, now: number): void {
  const items = before.items.map((item) => nextPeriod(context, before, item));
  const renewed = context.store.subscriptions.put({ ...before, items });
  const intent = createPaymentIntent(context, {
    amount: amountOf(context, items),
    currency: before.currency,
    customer: before.customer,
    description: 'Subscription update',
    now,
  });
  const billingReason = 'subscription_cycle';
  const request = { subscription: renewed, billingReason, paymentIntent: intent.id, now } as const;
  const invoice = createInvoice(context, request);
  const { failure } = collectInvoice(context, invoice, paymentMethodFor(context, renewed));
  const after = context.store.subscriptions.put({
    ...renewed,
    latestInvoice: invoice.id,
    status: failure === null ? before.status : 'past_due',
  });
  const wire = subscriptionWire(context, after);
  emit(
    context,
    'customer.subscription.updated',
    wire,
    changedAttributes(subscriptionWire(context, before), wire),
  );
}

function nextPeriod(
  { store }: Context,
  subscription: Subscription,
  item: SubscriptionItem,
): SubscriptionItem {
  const start = item.currentPeriodEnd;
  const recurring = found(requirePrice(store, item.price).recurring ?? undefined, 'a recurring price');
  const end = nextPeriodEnd(subscription.billingCycleAnchor, recurring, start);
  return { ...item, currentPeriodStart: start, currentPeriodEnd: end };
}
