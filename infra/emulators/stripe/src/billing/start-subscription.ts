import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Subscription, SubscriptionItem } from '../state/billing-entities.ts';
import type { CheckoutSession, LineItem } from '../state/checkout-entities.ts';
import { newId } from '../state/identifiers.ts';
import { nextPeriodEnd } from '../time/calendar.ts';
import { found, requirePrice } from '../wire/require.ts';
import { subscriptionWire } from '../wire/subscription-wire.ts';
import { createInvoice, markPaid } from './create-invoice.ts';

interface NewSubscription {
  readonly session: CheckoutSession;
  readonly customer: string;
  readonly paymentMethod: string;
  readonly paymentIntent: string;
  readonly now: number;
}

/** The subscription that a paid checkout session buys, with its first invoice paid. */
export function startSubscription(context: Context, request: NewSubscription): Subscription {
  const { session, now } = request;
  const items = session.lineItems.map((item) => subscriptionItem(context, item, now));
  const subscription = context.store.subscriptions.put({
    id: newId('sub'),
    created: now,
    customer: request.customer,
    checkoutSession: session.id,
    status: 'active',
    currency: session.currency,
    items,
    billingCycleAnchor: now,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    cancellationDetails: { comment: null, feedback: null, reason: null },
    defaultPaymentMethod: request.paymentMethod,
    description: session.subscriptionDescription,
    latestInvoice: null,
    testClock: session.testClock,
    metadata: session.subscriptionMetadata,
  });
  const { paymentIntent } = request;
  const reason = 'subscription_create';
  const invoice = createInvoice(context, { subscription, billingReason: reason, paymentIntent, now });
  const started = context.store.subscriptions.put({ ...subscription, latestInvoice: invoice.id });
  emit(context, 'customer.subscription.created', subscriptionWire(context, started));
  markPaid(context, invoice, now);
  return started;
}

function subscriptionItem({ store }: Context, item: LineItem, now: number): SubscriptionItem {
  const recurring = found(requirePrice(store, item.price).recurring ?? undefined, 'a recurring price');
  return {
    id: newId('si', 14),
    created: now,
    price: item.price,
    quantity: item.quantity,
    currentPeriodStart: now,
    currentPeriodEnd: nextPeriodEnd(now, recurring, now),
    metadata: {},
  };
}
