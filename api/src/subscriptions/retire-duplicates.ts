import type { Context } from '../context.ts';
import type { Subscription } from '../gateways/payment-gateway.ts';

/**
 * Ends subscriptions that a person must not have besides the kept one, and gives their money back.
 * Each step may be repeated, and each is noted at the provider: after a crash in between the next run finds the
 * subscription again, even when the person has ended it meanwhile.
 */
export async function retireDuplicates(
  { payments, logger, metrics }: Pick<Context, 'payments' | 'logger' | 'metrics'>,
  uid: string,
  kept: string | undefined,
  surplus: readonly Subscription[],
): Promise<void> {
  for (const duplicate of surplus) {
    const original = duplicate.duplicateOf ?? kept;
    if (original === undefined) continue;
    if (duplicate.duplicateOf === undefined) await payments.markDuplicate(duplicate.id, original);
    const refund = await payments.refundLatestPayment(duplicate.id);
    await payments.markRefunded(duplicate.id);
    await payments.cancelSubscription(duplicate.id);
    metrics.duplicates.inc();
    logger.error(
      { alert: 'duplicate_subscription', uid, kept: original, cancelled: duplicate.id, refund },
      'a second subscription was cancelled',
    );
  }
}
