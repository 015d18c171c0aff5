import type { BaseContext } from '../base-context.ts';
import type { Subscription } from '../gateways/payment-gateway.ts';
import { canCharge } from './decide-plan.ts';

/** Nobody can use what an erased account pays for: it runs until the end of the paid period, and is not renewed. */
export async function endWithoutAccount(
  { payments, logger, metrics }: Pick<BaseContext, 'payments' | 'logger' | 'metrics'>,
  uid: string,
  subscriptions: readonly Subscription[],
): Promise<void> {
  const goingOn = subscriptions.filter(
    (subscription) => canCharge(subscription) && subscription.endsAt === undefined,
  );
  for (const { id } of goingOn) {
    await payments.endAtPeriodEnd(id);
    metrics.endedWithoutAccount.inc();
    const alert = 'subscription_without_account';
    logger.error({ alert, uid, subscription: id }, 'a subscription without an account is not renewed');
  }
}
