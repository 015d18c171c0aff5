import type { BaseContext } from '../base-context.ts';
import type { Subscription } from '../gateways/payments.ts';
import { canCharge } from './decide-plan.ts';

/** Ends subscriptions of an erased account at the end of the paid period, because nobody can use them. */
export async function endWithoutAccount(
  { payments, logger, metrics }: Pick<BaseContext, 'payments' | 'logger' | 'metrics'>,
  uid: string,
  subscriptions: readonly Subscription[],
): Promise<void> {
  const renewing = subscriptions.filter(
    (subscription) => canCharge(subscription) && subscription.endsAt === undefined,
  );
  for (const { id } of renewing) {
    if ((await payments.endAtPeriodEnd(id)) === 'ended') continue;
    metrics.endedWithoutAccount.inc();
    const alert = 'subscription_without_account';
    logger.error({ alert, uid, subscription: id }, 'a subscription without an account was set to end');
  }
}
