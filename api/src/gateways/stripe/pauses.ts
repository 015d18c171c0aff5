import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { StripeContext } from './client.ts';
import { isGone, isMissingAtStripe, orElse } from './errors.ts';
import { isPausedHere, listAll, PAUSED_FOR } from './mapping.ts';

/** Stops collecting payments until `resumeCollection`. No effect if it was stopped already. */
export async function pauseCollection(context: StripeContext, id: string): Promise<'paused' | 'unchanged'> {
  const { pause_collection } = await context.stripe.subscriptions.retrieve(id);
  if (pause_collection) return 'unchanged';
  const metadata = { [PAUSED_FOR]: `disabled_account ${randomUUID()}` };
  // First, because a walk passes over a subscription that is paused.
  await holdInvoices(context, id, metadata);
  await context.stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' }, metadata });
  return 'paused';
}

/**
 * Undoes `pauseCollection`, and removes its mark. If the operator has ended that pause since, as `staleMark` says, only
 * the mark goes. No effect if the subscription is not there, as after the change to the live key.
 */
export async function resumeCollection(
  context: StripeContext,
  id: string,
  staleMark?: string,
): Promise<'resumed' | 'unchanged'> {
  return orElse(isMissingAtStripe, 'unchanged', async () => {
    const found = await context.stripe.subscriptions.retrieve(id);
    const mark = found.metadata[PAUSED_FOR];
    if (mark === undefined || (staleMark ?? mark) !== mark || found.status === 'canceled') return 'unchanged';
    const resumes = staleMark === undefined && isPausedHere(found);
    if (resumes || found.pause_collection === null) await releaseInvoices(context, id);
    await context.stripe.subscriptions.update(id, {
      ...(resumes && { pause_collection: '' }),
      metadata: { [PAUSED_FOR]: '' },
    });
    return resumes ? 'resumed' : 'unchanged';
  });
}

/** Stripe goes on collecting invoices from before a pause (docs.stripe.com/billing/subscriptions/pause-payment). */
async function holdInvoices(
  context: StripeContext,
  subscription: string,
  metadata: Stripe.MetadataParam,
): Promise<void> {
  for (const invoice of await listDue(context, subscription)) {
    if (invoice.auto_advance) await changeInvoice(context, invoice, { auto_advance: false, metadata });
  }
}

async function releaseInvoices(context: StripeContext, subscription: string): Promise<void> {
  for (const invoice of await listDue(context, subscription)) {
    if (invoice.metadata?.[PAUSED_FOR] === undefined) continue;
    await changeInvoice(context, invoice, { auto_advance: true, metadata: { [PAUSED_FOR]: '' } });
  }
}

async function listDue({ stripe }: StripeContext, subscription: string): Promise<Stripe.Invoice[]> {
  const lists = (['draft', 'open'] as const).map((status) =>
    listAll(stripe.invoices.list({ subscription, status, limit: 100 })),
  );
  return (await Promise.all(lists)).flat();
}

/** No effect if the invoice has been paid or voided since it was listed. */
async function changeInvoice(
  { stripe }: StripeContext,
  { id }: Stripe.Invoice,
  change: Stripe.InvoiceUpdateParams,
): Promise<void> {
  await orElse(isGone, undefined, () => stripe.invoices.update(id, change));
}
