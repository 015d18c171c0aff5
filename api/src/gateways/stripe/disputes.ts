import type Stripe from 'stripe';
import type { DisputedPayment, DisputeReference, DisputeStage } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { isMissingAtStripe, orElse } from './errors.ts';
import { allLines, listAll, readSubscription, toId } from './mapping.ts';

/** Resolves dispute → payment → invoice → subscription, whose metadata identifies the owner. */
export async function findDisputed(
  context: StripeContext,
  reference: DisputeReference,
): Promise<DisputedPayment | undefined> {
  const { stripe } = context;
  const stage = reference.isWarning ? 'warning' : await findStage(stripe, reference.id);
  if (stage === undefined || reference.payment === undefined) return undefined;
  const invoice = await findInvoice(stripe, reference.payment);
  const paidFor = toId(invoice?.parent?.subscription_details?.subscription);
  if (paidFor === undefined) return undefined;
  const found = await stripe.subscriptions.retrieve(paidFor, { expand: ['customer'] });
  const subscription = await readSubscription(context, found);
  return (
    subscription && {
      id: reference.id,
      stage,
      noted: found.metadata[reference.id],
      ofCurrentPeriod: invoice !== undefined && (await reachesInto(stripe, found, invoice)),
      subscription,
    }
  );
}

/** Compares periods, because a change of plan makes another invoice for the same period. */
async function reachesInto(
  stripe: Stripe,
  { items }: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<boolean> {
  const start = Math.max(...items.data.map((item) => item.current_period_start));
  const lines = await allLines(stripe, invoice);
  return lines.some(({ period }) => period.end > start);
}

/** Retrieves the current stage, because the event may be late. */
async function findStage(stripe: Stripe, id: string): Promise<DisputeStage | undefined> {
  return orElse(isMissingAtStripe, undefined, async () => stageIn(await stripe.disputes.retrieve(id)));
}

/** Unknown future statuses map to `open`, which raises an alert. */
function stageIn({ status, payment_method_details: details }: Stripe.Dispute): DisputeStage {
  if (status === 'won' || status === 'warning_closed') return 'closed';
  // `prevented` means that the bank accepted the evidence, or that the payment was refunded.
  if (status === 'prevented') return details?.card?.case_type === 'block' ? 'closed' : 'lost';
  if (status === 'lost') return 'lost';
  return status.startsWith('warning_') ? 'inquiry' : 'open';
}

async function findInvoice(stripe: Stripe, intent: string): Promise<Stripe.Invoice | undefined> {
  const page = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
    expand: ['data.invoice'],
  });
  const [paid] = page.data;
  if (paid === undefined || typeof paid.invoice === 'string' || paid.invoice.deleted) return undefined;
  return paid.invoice;
}

/** Whether the bank has returned the payment for good. */
export async function isChargedBack(stripe: Stripe, intent: string): Promise<boolean> {
  const all = await listAll(stripe.disputes.list({ payment_intent: intent, limit: 100 }));
  return all.some((dispute) => stageIn(dispute) === 'lost');
}
