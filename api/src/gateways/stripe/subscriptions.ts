import type Stripe from 'stripe';
import type { Subscription } from '../payment-gateway.ts';
import { isMissingAtStripe, isRefusedByState } from './errors.ts';
import { expectList, expectObject, toSubscription, toSubscriptions } from './mapping.ts';

/** Needed to tell whether anything was ever paid. */
const INVOICE = 'latest_invoice';
/** Owns a subscription that was made by hand. */
const CUSTOMER = 'customer';

export async function listSubscriptions(
  stripe: Stripe,
  customer: string,
  deployment: string,
): Promise<Subscription[]> {
  try {
    const page = await stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: [`data.${INVOICE}`, `data.${CUSTOMER}`],
    });
    return toSubscriptions(expectList(page), deployment);
  } catch (error) {
    if (isMissingAtStripe(error, 'customer')) return [];
    throw error;
  }
}

export async function listAllSubscriptions(stripe: Stripe, deployment: string): Promise<Subscription[]> {
  const found: Subscription[] = [];
  for await (const one of stripe.subscriptions.list({ limit: 100, expand: [`data.${CUSTOMER}`] })) {
    found.push(...toSubscriptions([one], deployment));
  }
  return found;
}

export async function retrieveSubscription(
  stripe: Stripe,
  id: string,
  deployment: string,
): Promise<Subscription | undefined> {
  try {
    const found = await stripe.subscriptions.retrieve(id, { expand: [INVOICE, CUSTOMER] });
    return toSubscription(expectObject(found, 'subscription'), deployment);
  } catch (error) {
    if (isMissingAtStripe(error)) return undefined;
    throw error;
  }
}

export async function updateSubscription(
  stripe: Stripe,
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Promise<void> {
  expectObject(await stripe.subscriptions.update(id, change), 'subscription');
}

export async function endAtPeriodEnd(stripe: Stripe, id: string): Promise<'ending' | 'ended'> {
  try {
    await updateSubscription(stripe, id, { cancel_at_period_end: true });
    return 'ending';
  } catch (error) {
    if (isMissingAtStripe(error) || isRefusedByState(error)) return 'ended';
    throw error;
  }
}

export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    const ended = await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false });
    expectObject(ended, 'subscription');
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
  }
}

/** Marks a pause of ours among those made by hand. */
const PAUSED_FOR = 'paused_for';

export async function pauseCollection(stripe: Stripe, id: string): Promise<'paused' | 'unchanged'> {
  const { pause_collection } = expectObject(await stripe.subscriptions.retrieve(id), 'subscription');
  if (pause_collection) return 'unchanged';
  await updateSubscription(stripe, id, {
    pause_collection: { behavior: 'void' },
    metadata: { [PAUSED_FOR]: 'disabled_account' },
  });
  return 'paused';
}

export async function resumeCollection(stripe: Stripe, id: string): Promise<'resumed' | 'unchanged'> {
  const { metadata } = expectObject(await stripe.subscriptions.retrieve(id), 'subscription');
  if (metadata[PAUSED_FOR] === undefined) return 'unchanged';
  await updateSubscription(stripe, id, { pause_collection: '', metadata: { [PAUSED_FOR]: '' } });
  return 'resumed';
}
