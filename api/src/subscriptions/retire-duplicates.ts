import type { Context } from '../context.ts';
import type { Subscription } from '../gateways/payments.ts';
import { canCharge, owesRefund } from './decide-plan.ts';

type Deps = Pick<Context, 'payments' | 'logger' | 'metrics'>;

/**
 * Ends and refunds duplicate subscriptions. Each step is repeatable and recorded at the provider: after a
 * crash the next run finds the subscription again, even if the person has ended it since. Returns those whose
 * refund is not made yet, as `refundDue`.
 */
export async function retireDuplicates(
  deps: Deps,
  uid: string,
  kept: string | undefined,
  surplus: readonly Subscription[],
): Promise<string | undefined> {
  const due: string[] = [];
  for (const duplicate of surplus) {
    const original = duplicate.duplicateOf ?? kept;
    if (original === undefined) continue;
    const owes = await mark(deps, uid, duplicate, original);
    // It is cancelled before the refund, which may be rejected, so that nothing more is charged.
    if (canCharge(duplicate)) await deps.payments.cancelSubscription(duplicate.id);
    if (owes && !(await refund(deps, uid, duplicate.id))) due.push(duplicate.id);
  }
  return due.length > 0 ? due.join(' ') : undefined;
}

async function mark(
  { payments, logger, metrics }: Deps,
  uid: string,
  duplicate: Subscription,
  kept: string,
): Promise<boolean> {
  if (duplicate.duplicateOf !== undefined) return !duplicate.refunded;
  const owes = owesRefund(duplicate);
  // Before the mark, which keeps the next run from telling.
  metrics.duplicates.inc();
  const alert = 'duplicate_subscription';
  logger.error(
    { alert, uid, kept, cancelled: duplicate.id, owes },
    'a duplicate subscription is being cancelled',
  );
  await payments.markDuplicate(duplicate.id, kept, owes);
  return owes;
}

async function refund({ payments, logger, metrics }: Deps, uid: string, id: string): Promise<boolean> {
  const outcome = await payments.refundPayments(id);
  if (outcome === 'rejected') {
    metrics.refundsRejected.inc();
    logger.error(
      { alert: 'refund_rejected', uid, subscription: id },
      'Stripe rejected the refund of a duplicate subscription',
    );
    return false;
  }
  if (outcome === 'pending') return false;
  await payments.markRefunded(id);
  logger.info({ uid, subscription: id, outcome }, 'a duplicate subscription was settled');
  return true;
}
