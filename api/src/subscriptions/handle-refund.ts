import type { BaseContext } from '../base-context.ts';
import type { RefundReference } from '../gateways/payment-gateway.ts';

/** Tells the operator once about a refund of ours that failed after Stripe had accepted it. Asking again would fail again. */
export async function handleRefund(
  { payments, logger, metrics }: Pick<BaseContext, 'payments' | 'logger' | 'metrics'>,
  refund: RefundReference,
): Promise<'handled' | 'foreign'> {
  const { id, failed, subscriptionId } = refund;
  if (subscriptionId === undefined) return 'foreign';
  if (!failed || (await payments.noteFailedRefund(subscriptionId, id)) === 'known') return 'handled';
  const { amount, currency, customerId, reason } = refund;
  const alert = 'refund_failed';
  metrics.operatorTasks.inc({ task: alert });
  logger.error(
    { alert, refund: id, subscription: subscriptionId, customer: customerId, amount, currency, reason },
    'a refund failed, so the money is still owed: return it another way',
  );
  return 'handled';
}
