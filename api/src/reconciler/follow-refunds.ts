import { handleRefund } from '../subscriptions/handle-refund.ts';
import type { RecoveryDeps } from './recover-events.ts';

/** A refund can fail days after it was accepted, and the event that says so can be lost. */
export async function followRefunds(deps: RecoveryDeps): Promise<void> {
  for (const refund of await deps.payments.listFailedRefunds()) await handleRefund(deps, refund);
}
