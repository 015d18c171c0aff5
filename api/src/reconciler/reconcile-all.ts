import { finishLeaving } from '../leaving/finish-leaving.ts';
import { addReports, type ReconcilerReport } from './reconciler-report.ts';
import { type RecoveryDeps, recoverEvents } from './recover-events.ts';
import { walkAccounts } from './walk-accounts.ts';
import { walkSubscriptions } from './walk-subscriptions.ts';

/** Handles all events that the provider still has, then compares all subscriptions. */
export async function reconcileAll(deps: RecoveryDeps): Promise<ReconcilerReport> {
  await finishLeaving(deps);
  await walkAccounts(deps);
  const { report } = await recoverEvents(deps, undefined, Date.now() / 1000);
  return addReports(report, await walkSubscriptions(deps));
}
