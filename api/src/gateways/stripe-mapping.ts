import { PLANS, type PlanName, planByLookupKey } from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import type { CheckoutSession, Subscription, SubscriptionStatus } from './payment-gateway.ts';

/** An answer that only looks like one, as a proxy in between may give, must not pass for the object. */
export function expectObject<T extends { readonly id: string; readonly object: string }>(
  answer: T,
  kind: T['object'],
): T {
  if (answer.object === kind && typeof answer.id === 'string') return answer;
  throw new Error(`the answer is no ${kind}`);
}

export function expectList<T>(answer: Pick<Stripe.ApiList<T>, 'data'>): readonly T[] {
  if (Array.isArray(answer.data)) return answer.data;
  throw new Error('the answer is no list');
}

const SESSION_STATUSES = ['open', 'complete', 'expired'] as const;

export function toCheckoutSession(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    created: session.created,
    status: SESSION_STATUSES.find((status) => status === session.status) ?? 'expired',
    paid: session.payment_status === 'paid',
    uid: session.metadata?.uid,
    customerId: idOf(session.customer),
    plan: planOfPrice(session.line_items?.data[0]?.price),
    subscriptionId: idOf(session.subscription),
  };
}

const STATUSES: readonly string[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
] satisfies SubscriptionStatus[];

const isKnownStatus = (status: string): status is SubscriptionStatus => STATUSES.includes(status);

export function toSubscription(subscription: Stripe.Subscription): Subscription {
  return {
    id: subscription.id,
    // A status that does not exist yet grants nothing.
    status: isKnownStatus(subscription.status) ? subscription.status : 'incomplete',
    plan: planOfPrice(subscription.items.data[0]?.price),
    created: subscription.created,
    duplicateOf: subscription.metadata.duplicate_of,
    refunded: subscription.metadata.duplicate_refunded !== undefined,
  };
}

/** By lookup key; a price that handed its key on to a successor still names its plan in its metadata. */
export function planOfPrice(price: Stripe.Price | null | undefined): PlanName | undefined {
  if (!price) return undefined;
  const byKey = price.lookup_key ? planByLookupKey(price.lookup_key) : undefined;
  return byKey?.name ?? PLANS.find((plan) => plan.name === price.metadata.plan)?.name;
}

export function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
