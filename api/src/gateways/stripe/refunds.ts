import type Stripe from 'stripe';
import type { RefundOutcome, RefundReference } from '../payments.ts';
import type { StripeContext } from './client.ts';
import { isChargedBack } from './disputes.ts';
import { isAlreadyRefunded, isDisputed, isRefusedByState } from './errors.ts';
import { expectObject, idOf } from './mapping.ts';

/** No fixed idempotency key: Stripe refunds a payment only once, but would replay a failure for a day. */
export async function refundPayment(
  stripe: Stripe,
  intent: string,
  subscription: string,
): Promise<RefundOutcome> {
  try {
    const refund = expectObject(
      await stripe.refunds.create({
        payment_intent: intent,
        reason: 'duplicate',
        metadata: { subscription },
      }),
      'refund',
    );
    return refund.status === 'failed' || refund.status === 'canceled' ? 'refused' : 'refunded';
  } catch (error) {
    if (isAlreadyRefunded(error)) return 'refunded';
    if (isDisputed(error) && (await isChargedBack(stripe, intent))) return 'charged_back';
    // The payment is disputed, or the account balance is too low.
    if (isRefusedByState(error)) return 'refused';
    throw error;
  }
}

const KEPT_SECONDS = 30 * 24 * 3600;

/** Of the last 30 days, those that this deployment asked for. */
export async function listFailedRefunds({ stripe }: StripeContext): Promise<RefundReference[]> {
  const since = Math.floor(Date.now() / 1000) - KEPT_SECONDS;
  const failed: RefundReference[] = [];
  for await (const refund of stripe.refunds.list({
    created: { gte: since },
    limit: 100,
    expand: ['data.charge'],
  })) {
    const reference = toRefundReference(refund);
    if (reference.failed && reference.subscriptionId !== undefined) failed.push(reference);
  }
  return failed;
}

/** The subscription is in the metadata that the refund was made with. */
export function toRefundReference(refund: Stripe.Refund): RefundReference {
  const { id, status, metadata, charge, amount, currency, failure_reason } = refund;
  return {
    id,
    failed: status === 'failed' || status === 'canceled',
    subscriptionId: metadata?.subscription,
    customerId: typeof charge === 'string' || charge === null ? undefined : idOf(charge.customer),
    amount,
    currency,
    reason: failure_reason ?? undefined,
  };
}
