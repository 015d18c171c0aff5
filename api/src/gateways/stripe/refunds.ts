import type Stripe from 'stripe';
import type { RefundOutcome, RefundReference } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { CREDIT_REASON, undoCredit } from './credit.ts';
import { isChargedBack } from './disputes.ts';
import { isAlreadyRefunded, isDisputed, isMissingAtStripe, isRejectedByState, orElse } from './errors.ts';
import { listAll, toId } from './mapping.ts';

/** The order of precedence: what is still to be settled comes first. */
const PRECEDENCE: readonly RefundOutcome[] = ['rejected', 'pending', 'failed', 'charged_back', 'refunded'];

/**
 * Refunds every payment that the subscription has taken. Idempotent; a refund that failed is not requested
 * again. The subscription may have been changed or renewed before it was noticed, so it can have many
 * invoices. Payments from before there was another subscription are not owed: a subscription whose payment is
 * overdue ends as the duplicate of a newer one.
 */
export async function refundPayments(context: StripeContext, subscription: string): Promise<RefundOutcome> {
  const { stripe, deployment } = context;
  const outcomes = new Set<RefundOutcome>();
  const { latest_invoice: latest, metadata: noted } = await stripe.subscriptions.retrieve(subscription, {
    expand: ['latest_invoice.payments'],
  });
  const original = noted.duplicate_of;
  // One that was bought too late to be granted is marked as its own duplicate.
  const since = original === subscription ? 0 : await findBeginning(stripe, original);
  const expand = ['data.payments'];
  const params = { subscription, created: { gte: since }, limit: 100, expand };
  const invoices = await listAll(stripe.invoices.list(params));
  // A list can be late. Whatever else it lacks is refunded by the next call.
  const isLate = invoices.every(({ id }) => id !== toId(latest));
  if (isLate && latest !== null && typeof latest === 'object' && latest.created >= since) {
    invoices.push(latest);
    outcomes.add('pending');
  }
  for (const invoice of invoices) {
    if (invoice.amount_paid === 0) continue;
    const paid = invoice.payments?.data.filter(({ status }) => status === 'paid') ?? [];
    const intents = paid.flatMap(({ payment }) => toId(payment.payment_intent) ?? []);
    // It was paid outside Stripe, where only the operator can return the money.
    if (intents.length === 0) outcomes.add('rejected');
    const metadata = { deployment, subscription, customer: toId(invoice.customer) ?? '' };
    for (const intent of intents) outcomes.add(await refundPayment(stripe, intent, metadata));
  }
  const customer = toId(latest === null || typeof latest === 'string' ? undefined : latest.customer);
  if (!isLate && customer !== undefined) await undoCredit(context, { customer, subscription, invoices });
  return PRECEDENCE.find((outcome) => outcomes.has(outcome)) ?? 'nothing_paid';
}

/** 0 if it is not known. */
async function findBeginning(stripe: Stripe, subscription: string | undefined): Promise<number> {
  if (subscription === undefined) return 0;
  return orElse(
    isMissingAtStripe,
    0,
    async () => (await stripe.subscriptions.retrieve(subscription)).created,
  );
}

interface Marks {
  readonly deployment: string;
  readonly subscription: string;
  readonly customer: string;
}

/** No fixed idempotency key: Stripe refunds a payment only once, but would replay a failure for a day. */
async function refundPayment(stripe: Stripe, intent: string, marks: Marks): Promise<RefundOutcome> {
  const earlier = (await listAll(stripe.refunds.list({ payment_intent: intent, limit: 100 })))
    .filter(({ metadata }) => metadata?.subscription === marks.subscription)
    .map(toOutcome);
  // Each refund returned all that was left of the payment.
  const [first] = earlier;
  if (first !== undefined) return earlier.find((outcome) => outcome !== 'refunded') ?? first;
  try {
    const params = { payment_intent: intent, reason: 'duplicate', metadata: { ...marks } } as const;
    return toOutcome(await stripe.refunds.create(params));
  } catch (error) {
    if (isAlreadyRefunded(error)) return 'refunded';
    if (isDisputed(error) && (await isChargedBack(stripe, intent))) return 'charged_back';
    // The payment is disputed, or the account balance is too low.
    if (isRejectedByState(error)) return 'rejected';
    throw error;
  }
}

function toOutcome({ status }: Stripe.Refund): RefundOutcome {
  if (status === 'succeeded') return 'refunded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

const KEPT_SECONDS = 30 * 24 * 3600;

/** Lists the refunds of the last 30 days that this deployment requested. */
export async function listFailedRefunds({
  stripe,
  deployment,
  now,
}: StripeContext): Promise<RefundReference[]> {
  const since = Math.floor(now()) - KEPT_SECONDS;
  const failed: RefundReference[] = [];
  for await (const refund of stripe.refunds.list({
    created: { gte: since },
    limit: 100,
    expand: ['data.charge'],
  })) {
    const reference = toRefundReference(refund, deployment);
    if (reference.failed && reference.isOurs) failed.push(reference);
  }
  return failed;
}

const FAILURE_REPORTED = 'failure_told';

/** Whether the operator was told of its failure. Events and lists may be too old to say. */
export async function wasReported({ stripe }: StripeContext, refund: string): Promise<boolean> {
  const { metadata } = await stripe.refunds.retrieve(refund);
  return metadata?.[FAILURE_REPORTED] !== undefined;
}

export async function noteReported({ stripe }: StripeContext, refund: string): Promise<void> {
  await stripe.refunds.update(refund, { metadata: { [FAILURE_REPORTED]: 'true' } });
}

export function toRefundReference(refund: Stripe.Refund, deployment: string): RefundReference {
  const { id, metadata, charge, amount, currency, failure_reason } = refund;
  const isAskedFor = metadata?.subscription !== undefined || metadata?.reason === CREDIT_REASON;
  const payer = typeof charge === 'string' || charge === null ? undefined : toId(charge.customer);
  return {
    id,
    failed: toOutcome(refund) === 'failed',
    isOurs: isAskedFor && metadata.deployment === deployment,
    subscriptionId: metadata?.subscription,
    customerId: metadata?.customer ?? payer,
    amount,
    currency,
    reason: failure_reason ?? undefined,
  };
}
