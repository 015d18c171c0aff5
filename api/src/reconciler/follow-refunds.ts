import { independentSteps } from '../errors/independent-steps.ts';
import { handleRefund } from '../subscriptions/handle-refund.ts';
import type { RecoveryDeps } from './recover-events.ts';

/** A refund can fail days after it was accepted, and the event that says so can be lost. */
export async function followRefunds(deps: RecoveryDeps): Promise<void> {
  const failed = await deps.payments.listFailedRefunds();
  await independentSteps(failed.map((refund) => () => handleRefund(deps, refund)));
}
