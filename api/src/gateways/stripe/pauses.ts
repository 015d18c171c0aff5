import type Stripe from 'stripe';
import type { StripeContext } from './client.ts';
import { isMissingAtStripe, isRejectedByState } from './errors.ts';
import { PAUSED_FOR } from './mapping.ts';
import { updateSubscription } from './subscriptions.ts';

const PAUSED = { [PAUSED_FOR]: 'disabled_account' };
const NOT_PAUSED = { [PAUSED_FOR]: '' };

/** Stops collecting payments until `resumeCollection`. No effect if it was stopped already. */
export async function pauseCollection(context: StripeContext, id: string): Promise<'paused' | 'unchanged'> {
  const { pause_collection } = await context.stripe.subscriptions.retrieve(id);
  if (pause_collection) return 'unchanged';
  // First, because a walk passes over a subscription that is paused.
  await holdInvoices(context, id);
  await updateSubscription(context, id, { pause_collection: { behavior: 'void' }, metadata: PAUSED });
  return 'paused';
}

/**
 * Only undoes `pauseCollection`, not a pause made by hand. No effect if the subscription is not there, as after
 * the change to the live key.
 */
export async function resumeCollection(context: StripeContext, id: string): Promise<'resumed' | 'unchanged'> {
  try {
    const { metadata, status } = await context.stripe.subscriptions.retrieve(id);
    if (metadata[PAUSED_FOR] === undefined || status === 'canceled') return 'unchanged';
    await releaseInvoices(context, id);
    await updateSubscription(context, id, { pause_collection: '', metadata: NOT_PAUSED });
    return 'resumed';
  } catch (error) {
    if (isMissingAtStripe(error)) return 'unchanged';
    throw error;
  }
}

/** Stripe goes on collecting invoices from before a pause (docs.stripe.com/billing/subscriptions/pause-payment). */
async function holdInvoices(context: StripeContext, subscription: string): Promise<void> {
  for (const invoice of await listDue(context, subscription)) {
    if (invoice.auto_advance)
      await changeInvoice(context, invoice, { auto_advance: false, metadata: PAUSED });
  }
}

async function releaseInvoices(context: StripeContext, subscription: string): Promise<void> {
  for (const invoice of await listDue(context, subscription)) {
    if (invoice.metadata?.[PAUSED_FOR] === undefined) continue;
    await changeInvoice(context, invoice, { auto_advance: true, metadata: NOT_PAUSED });
  }
}

async function listDue({ stripe }: StripeContext, subscription: string): Promise<Stripe.Invoice[]> {
  const lists = (['draft', 'open'] as const).map((status) =>
    stripe.invoices.list({ subscription, status, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  );
  return (await Promise.all(lists)).flat();
}

/** No effect if the invoice has been paid or voided since it was listed. */
async function changeInvoice(
  { stripe }: StripeContext,
  { id }: Stripe.Invoice,
  change: Stripe.InvoiceUpdateParams,
): Promise<void> {
  try {
    await stripe.invoices.update(id, change);
  } catch (error) {
    if (!isMissingAtStripe(error) && !isRejectedByState(error)) throw error;
  }
}
