import type { Context } from '../context.ts';
import type { RefundReference } from '../gateways/payments.ts';
import { tellOperator } from '../metrics/tell-operator.ts';

/**
 * Tells the operator once about a refund of ours that failed after Stripe had accepted it. Asking again would fail
 * again. Noted last: what a lost answer interrupts is told again.
 */
export async function handleRefund(
  deps: Pick<Context, 'payments' | 'logger' | 'metrics'>,
  refund: RefundReference,
): Promise<'handled' | 'foreign'> {
  const { id, failed } = refund;
  if (!refund.isOurs) return 'foreign';
  if (!failed || (await deps.payments.wasReported(id))) return 'handled';
  const { amount, currency, customerId, subscriptionId, reason } = refund;
  tellOperator(
    deps,
    'refund_failed',
    { refund: id, subscription: subscriptionId, customer: customerId, amount, currency, reason },
    'a refund failed, so the money is still owed: return it another way',
  );
  await deps.payments.noteReported(id);
  return 'handled';
}
