import type Stripe from 'stripe';
import type { RefundOutcome } from '../payment-gateway.ts';
import { isChargedBack } from './disputes.ts';
import { isAlreadyRefunded, isDisputed, isRefusedByState } from './errors.ts';
import { expectObject } from './mapping.ts';

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
