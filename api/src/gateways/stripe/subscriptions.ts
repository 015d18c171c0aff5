import type Stripe from 'stripe';
import type { DisputeNote, Subscription, UnownedSubscription } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { isGone, isMissingAtStripe, isMissingCustomer, isRejectedByState, orElse } from './errors.ts';
import { allItems, findPlanInItems, listAll, readSubscription, readSubscriptions, toId } from './mapping.ts';

/** Expanded to tell whether anything was ever paid. */
const INVOICE = 'latest_invoice';
/** Expanded because it owns a subscription that was made by hand. */
const CUSTOMER = 'customer';

/** Includes ended ones. */
export async function listSubscriptions(context: StripeContext, customer: string): Promise<Subscription[]> {
  return orElse(isMissingCustomer, [], async () => {
    const expand = [`data.${INVOICE}`, `data.${CUSTOMER}`];
    const all = context.stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand });
    return readSubscriptions(context, await listAll(all));
  });
}

/** Omits those that have ended. */
export async function listAllSubscriptions(context: StripeContext) {
  const { stripe } = context;
  const ours: Subscription[] = [];
  const unowned: UnownedSubscription[] = [];
  const expand = [`data.${INVOICE}`, `data.${CUSTOMER}`];
  for await (const one of stripe.subscriptions.list({ limit: 100, expand })) {
    const mine = await readSubscription(context, one);
    if (mine === undefined) unowned.push(...(await toUnowned(stripe, one)));
    else ours.push(mine);
  }
  return { ours, unowned };
}

async function toUnowned(stripe: Stripe, subscription: Stripe.Subscription): Promise<UnownedSubscription[]> {
  const { id, metadata, customer } = subscription;
  if (typeof customer === 'string' || customer.deleted) return [];
  if (findPlanInItems(await allItems(stripe, subscription)) === undefined) return [];
  if ((metadata.deployment ?? customer.metadata.deployment) !== undefined) return [];
  const uid = metadata.uid ?? customer.metadata.uid;
  return [{ id, customerId: customer.id, email: customer.email?.toLowerCase(), uid }];
}

/** Lists what other deployments sold and has not ended, or nothing if this one sold anything. */
export async function listSoldByOthers({ stripe, deployment }: StripeContext) {
  const sold: Record<'id' | 'uid' | 'deployment', string>[] = [];
  for await (const { id, metadata } of stripe.subscriptions.list({ limit: 100 })) {
    const { uid, deployment: seller } = metadata;
    if (seller === deployment) return [];
    if (uid !== undefined && seller !== undefined) sold.push({ id, uid, deployment: seller });
  }
  return sold;
}

export async function retrieveSubscription(
  context: StripeContext,
  id: string,
): Promise<Subscription | undefined> {
  return orElse(isMissingAtStripe, undefined, async () => {
    const found = await context.stripe.subscriptions.retrieve(id, { expand: [INVOICE, CUSTOMER] });
    return readSubscription(context, found);
  });
}

async function updateSubscription(
  { stripe }: StripeContext,
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Promise<void> {
  await stripe.subscriptions.update(id, change);
}

export async function markDuplicate(
  context: StripeContext,
  id: string,
  kept: string,
  owesRefund: boolean,
): Promise<void> {
  const metadata = { duplicate_of: kept, ...(!owesRefund && { duplicate_refunded: 'nothing owed' }) };
  await updateSubscription(context, id, { metadata });
}

export const markRefunded = (context: StripeContext, id: string): Promise<void> =>
  updateSubscription(context, id, { metadata: { duplicate_refunded: 'true' } });

/** Writes this deployment on a subscription that has lost the mark. */
export const claimSubscription = (context: StripeContext, id: string): Promise<void> =>
  updateSubscription(context, id, { metadata: { deployment: context.deployment } });

/** With `stopsRenewal`, also ends the subscription at the end of the paid period. */
export const noteDispute = (context: StripeContext, id: string, note: DisputeNote): Promise<void> => {
  const metadata = { [note.id]: note.stage };
  return note.stopsRenewal
    ? endWithPeriod(context, id, { metadata })
    : updateSubscription(context, id, { metadata });
};

/** While the operator's schedule manages a subscription, Stripe does not let anything else end it. */
async function endWithPeriod(
  context: StripeContext,
  id: string,
  change: Stripe.SubscriptionUpdateParams = {},
): Promise<void> {
  const ending = { ...change, cancel_at_period_end: true };
  try {
    await updateSubscription(context, id, ending);
  } catch (error) {
    if (!isRejectedByState(error)) throw error;
    const found = await context.stripe.subscriptions.retrieve(id);
    if (found.status === 'canceled') throw error;
    await releaseSchedule(context, toId(found.schedule));
    await updateSubscription(context, id, ending);
  }
}

/** No effect if another process has released it. */
async function releaseSchedule({ stripe }: StripeContext, schedule: string | undefined): Promise<void> {
  if (schedule === undefined) return;
  await orElse(isRejectedByState, undefined, () => stripe.subscriptionSchedules.release(schedule));
}

/** `ended`: it had ended already. */
export async function endAtPeriodEnd(context: StripeContext, id: string): Promise<'ending' | 'ended'> {
  return orElse(isGone, 'ended', async () => {
    await endWithPeriod(context, id);
    return 'ending';
  });
}

export async function cancelSubscription({ stripe }: StripeContext, id: string): Promise<void> {
  await orElse(isMissingAtStripe, undefined, () =>
    stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }),
  );
}
