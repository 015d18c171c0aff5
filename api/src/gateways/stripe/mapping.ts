import { SPECIAL_PLAN } from '@outharbor/contract/granted-plan';
import { type PlanName, planByProduct } from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import {
  type CheckoutSession,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionStatus,
} from '../payments.ts';

interface Account {
  readonly stripe: Stripe;
  readonly deployment: string;
}

const MOST = 10_000;

/** Every page of a list: what is filtered afterwards must not be cut before. */
export const listAll = <T>(pages: {
  autoPagingToArray(options: { limit: number }): Promise<T[]>;
}): Promise<T[]> => pages.autoPagingToArray({ limit: MOST });

type Marks = Stripe.Metadata | null | undefined;

export function ownerIn(metadata: Marks, deployment: string): string | undefined {
  return metadata?.deployment === deployment ? metadata.uid : undefined;
}

/** Whether nothing on an object says that it is another deployment's or person's. */
export const mayBeOf = (uid: string, metadata: Marks, deployment: string): boolean =>
  (metadata?.uid ?? uid) === uid && (metadata?.deployment ?? deployment) === deployment;

/** Marks a pause of ours among those made by hand. */
export const PAUSED_FOR = 'paused_for';

export const isPausedHere = ({ metadata, pause_collection: pause }: Stripe.Subscription): boolean =>
  metadata[PAUSED_FOR] !== undefined && pause?.behavior === 'void' && pause.resumes_at === null;

const SESSION_STATUSES = ['open', 'complete', 'expired'] as const;

export function toCheckoutSession(
  session: Stripe.Checkout.Session,
  { deployment, now }: { readonly deployment: string; readonly now: () => number },
): CheckoutSession | undefined {
  const uid = ownerIn(session.metadata, deployment);
  if (uid === undefined) return undefined;
  return {
    id: session.id,
    uid,
    customerId: toId(session.customer),
    status: SESSION_STATUSES.find((status) => status === session.status) ?? 'expired',
    paid: session.payment_status !== 'unpaid',
    secondsLeft: session.expires_at - now(),
    url: session.url ?? undefined,
    price: session.metadata?.price,
    attempt: session.metadata?.attempt,
    subscriptionId: toId(session.subscription),
  };
}

/**
 * Ours is what names this deployment, by itself or by its customer, who must be expanded; what another deployment sold
 * is theirs. The uid is no uid if nobody can be found by it: the operator has mistyped or removed a mark.
 */
export function toSubscription(
  subscription: Stripe.Subscription,
  deployment: string,
  items: readonly Stripe.SubscriptionItem[] = subscription.items.data,
): Subscription | undefined {
  const { metadata, customer, cancel_at, cancel_at_period_end } = subscription;
  const catalogued = findPlanInItems(items);
  const payer = typeof customer === 'string' || customer.deleted ? undefined : customer.metadata;
  const isNamed = metadata.deployment === deployment;
  const isPayers = catalogued !== undefined && payer?.deployment === deployment;
  if (!isNamed && !isPayers) return undefined;
  // It names another deployment, and its customer this one.
  const isContradicted = !isNamed && metadata.deployment !== undefined;
  const buyer = isContradicted ? undefined : metadata.uid;
  const uid = isContradicted ? undefined : (buyer ?? (isPayers ? payer.uid : undefined));
  if (uid === undefined && catalogued === undefined) return undefined;
  return {
    id: subscription.id,
    uid: uid ?? '',
    customerId: toId(customer) ?? '',
    status: readStatus(subscription),
    plan: catalogued ?? SPECIAL_PLAN,
    soldHere: buyer !== undefined && catalogued !== undefined,
    isUnclaimed: buyer !== undefined && !isNamed,
    pauseMark: metadata[PAUSED_FOR],
    pausedHere: isPausedHere(subscription),
    created: subscription.created,
    attempt: metadata.attempt,
    // For a cancellation at period end, Stripe also sets `cancel_at`.
    endsAt: cancel_at ?? (cancel_at_period_end ? findPeriodEnd(subscription.items) : undefined),
    duplicateOf: metadata.duplicate_of,
    refunded: metadata.duplicate_refunded !== undefined,
  };
}

/** Whether it may sell one of our products, and only its customer, or an item that is not embedded, can say whose. */
export function isPayersToOwn(
  { metadata, items }: Pick<Stripe.Subscription, 'metadata' | 'items'>,
  deployment: string,
): boolean {
  const isComplete = metadata.uid !== undefined && metadata.deployment !== undefined;
  const mayBeOurs = (metadata.deployment ?? deployment) === deployment;
  return mayBeOurs && (items.has_more || (!isComplete && findPlanInItems(items.data) !== undefined));
}

/** As `toSubscription`, by all of its items. */
export const readSubscription = async ({ stripe, deployment }: Account, one: Stripe.Subscription) =>
  toSubscription(one, deployment, await allItems(stripe, one));

export async function readSubscriptions(
  account: Account,
  all: readonly Stripe.Subscription[],
): Promise<Subscription[]> {
  const found = await Promise.all(all.map((one) => readSubscription(account, one)));
  return found.filter((one) => one !== undefined);
}

/** A subscription embeds the first ten. */
export const allItems = async (stripe: Stripe, { id, items }: Pick<Stripe.Subscription, 'id' | 'items'>) =>
  items.has_more ? listAll(stripe.subscriptionItems.list({ subscription: id, limit: 100 })) : items.data;

/** Items can have periods of their own; a subscription is charged when the first of them ends. */
export const findPeriodEnd = (items: Stripe.Subscription['items']) =>
  Math.min(...items.data.map((item) => item.current_period_end));

/**
 * Stripe keeps the status when collection is paused or a slow first payment is pending. An invoice that is
 * sent to the customer is not due at once. Its status is only known if it was expanded.
 */
function readStatus(subscription: Stripe.Subscription): SubscriptionStatus {
  const { pause_collection, collection_method, latest_invoice } = subscription;
  const invoice = typeof latest_invoice === 'string' ? undefined : latest_invoice;
  const status = SUBSCRIPTION_STATUSES.find((known) => known === subscription.status) ?? 'incomplete';
  const lives = status === 'active' || status === 'trialing' || status === 'past_due';
  if (lives && pause_collection) return 'paused';
  const isCharged = collection_method === 'charge_automatically';
  const isUnpaidFirst = invoice?.billing_reason === 'subscription_create' && invoice.status !== 'paid';
  return lives && isCharged && isUnpaidFirst ? 'incomplete' : status;
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

/** Decides as for its subscription: by what was written on it, or else by what it sells. */
export async function isFor(
  { stripe, deployment }: Account,
  uid: string,
  invoice: Stripe.Invoice,
): Promise<boolean> {
  const metadata = invoice.parent?.subscription_details?.metadata;
  if ((metadata?.uid ?? uid) !== uid) return false;
  if (metadata?.deployment !== undefined) return metadata.deployment === deployment;
  const lines = await allLines(stripe, invoice);
  const sold = lines.map(({ pricing }) => ({
    price: { product: pricing?.price_details?.product ?? '' },
  }));
  return findPlanInItems(sold) !== undefined;
}

/** An invoice embeds the first ten, and what else was charged comes before the plan. */
export const allLines = async (stripe: Stripe, { id, lines }: Pick<Stripe.Invoice, 'id' | 'lines'>) =>
  lines.has_more ? listAll(stripe.invoices.listLineItems(id, { limit: 100 })) : lines.data;

/** The payments of an invoice, as far as they were attempted. */
export const intentsOf = ({ payments }: Stripe.Invoice): string[] =>
  (payments?.data ?? []).flatMap(({ payment }) => toId(payment.payment_intent) ?? []);
