import type { Context } from '../context.ts';
import type { Subscription } from '../gateways/payments.ts';
import { canCharge, isPastDue } from './decide-plan.ts';

/** Whether it would still collect anything. */
export const collects = (one: Subscription): boolean =>
  isPastDue(one) || (canCharge(one) && one.endsAt === undefined);

/**
 * Ends subscriptions of an erased account at the end of the paid period, because nobody can use them. The period of an
 * overdue payment is not paid, and Stripe would go on collecting it.
 */
export async function endWithoutAccount(
  { payments, logger, metrics }: Pick<Context, 'payments' | 'logger' | 'metrics'>,
  uid: string,
  subscriptions: readonly Subscription[],
): Promise<void> {
  for (const one of subscriptions.filter(collects)) {
    if (isPastDue(one)) await payments.cancelSubscription(one.id);
    else if ((await payments.endAtPeriodEnd(one.id)) === 'ended') continue;
    metrics.endedWithoutAccount.inc();
    const alert = 'subscription_without_account';
    logger.error({ alert, uid, subscription: one.id }, 'a subscription without an account was ended');
  }
}
