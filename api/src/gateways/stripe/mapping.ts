import { type GrantedPlan, SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { type PlanName, planByProduct } from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import type { CheckoutSession, Subscription, SubscriptionStatus } from '../payments.ts';

export function ownerIn(
  metadata: Stripe.Metadata | null | undefined,
  deployment: string,
): string | undefined {
  return metadata?.deployment === deployment ? metadata.uid : undefined;
}

/** Marks a pause of ours among those made by hand. */
export const PAUSED_FOR = 'paused_for';

const SESSION_STATUSES = ['open', 'complete', 'expired'] as const;

export function toCheckoutSession(
  session: Stripe.Checkout.Session,
  deployment: string,
): CheckoutSession | undefined {
  const uid = ownerIn(session.metadata, deployment);
  if (uid === undefined) return undefined;
  return {
    id: session.id,
    uid,
    customerId: toId(session.customer),
    status: SESSION_STATUSES.find((status) => status === session.status) ?? 'expired',
    paid: session.payment_status !== 'unpaid',
    expiresAt: session.expires_at,
    url: session.url ?? undefined,
    price: session.metadata?.price,
    attempt: session.metadata?.attempt,
    subscriptionId: toId(session.subscription),
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

/**
 * Ours is what we wrote on it, whatever it sells now: the operator may have moved it to a price of its own. Without an
 * owner on it, it is ours if it sells one of our products to one of our customers, who must then be expanded.
 */
export function toSubscription(
  subscription: Stripe.Subscription,
  deployment: string,
): Subscription | undefined {
  const { metadata, customer } = subscription;
  const catalogued = findPlanInItems(subscription.items.data);
  // Earlier releases wrote no deployment.
  const isUnclaimed =
    catalogued !== undefined && metadata.deployment === undefined && metadata.uid !== undefined;
  const buyer = isUnclaimed ? metadata.uid : ownerIn(metadata, deployment);
  const uid = buyer ?? (isMadeByHand(subscription) ? findCustomerOwner(customer, deployment) : undefined);
  const plan: GrantedPlan | undefined = catalogued ?? (buyer === undefined ? undefined : SPECIAL_PLAN);
  if (uid === undefined || plan === undefined) return undefined;
  return {
    id: subscription.id,
    uid,
    customerId: toId(subscription.customer) ?? '',
    status: readStatus(subscription),
    plan,
    soldHere: buyer !== undefined && catalogued !== undefined,
    isUnclaimed,
    pausedHere: subscription.pause_collection !== null && metadata[PAUSED_FOR] !== undefined,
    created: subscription.created,
    attempt: metadata.attempt,
    endsAt: findEnd(subscription),
    duplicateOf: metadata.duplicate_of,
    refunded: metadata.duplicate_refunded !== undefined,
  };
}

/** Whether it sells one of our products without an owner written on it. */
export function isMadeByHand({ metadata, items }: Pick<Stripe.Subscription, 'metadata' | 'items'>): boolean {
  return metadata.uid === undefined && findPlanInItems(items.data) !== undefined;
}

function findCustomerOwner(
  customer: Stripe.Subscription['customer'],
  deployment: string,
): string | undefined {
  return typeof customer === 'string' || customer.deleted
    ? undefined
    : ownerIn(customer.metadata, deployment);
}

export const toSubscriptions = (all: readonly Stripe.Subscription[], deployment: string): Subscription[] =>
  all.flatMap((one) => toSubscription(one, deployment) ?? []);

/** For a cancellation at period end, Stripe also sets `cancel_at`. */
function findEnd({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): number | undefined {
  return cancel_at ?? (cancel_at_period_end ? findPeriodEnd(items) : undefined);
}

/** Items can have periods of their own; a subscription is charged when the first of them ends. */
export const findPeriodEnd = (items: Stripe.Subscription['items']) =>
  Math.min(...items.data.map((item) => item.current_period_end));

/**
 * Stripe keeps the status when collection is paused or a slow first payment is pending. An invoice that is
 * sent to the customer is not due at once.
 */
function readStatus({
  status,
  pause_collection,
  collection_method,
  latest_invoice,
}: Stripe.Subscription): SubscriptionStatus {
  if (!isKnownStatus(status)) return 'incomplete';
  const lives = status === 'active' || status === 'trialing' || status === 'past_due';
  if (lives && pause_collection) return 'paused';
  const isCharged = collection_method === 'charge_automatically';
  return lives && isCharged && isUnpaidFirst(latest_invoice) ? 'incomplete' : status;
}

/** Only known if the invoice was expanded. */
function isUnpaidFirst(invoice: Stripe.Subscription['latest_invoice']): boolean {
  if (typeof invoice === 'string') return false;
  return invoice?.billing_reason === 'subscription_create' && invoice.status !== 'paid';
}

/** By product: prices, amounts, lookup keys and metadata can all be changed at Stripe. */
export function findPlanInItems(
  items: readonly { readonly price: Pick<Stripe.Price, 'product'> }[],
): PlanName | undefined {
  for (const { price } of items) {
    const plan = planByProduct(toId(price.product) ?? '');
    if (plan !== undefined) return plan.name;
  }
  return undefined;
}

export function toId(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
