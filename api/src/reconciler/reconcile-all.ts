import { finishDeletions } from '../account-deletion/delete-user.ts';
import { followRefunds } from './follow-refunds.ts';
import { addReports, EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';
import { type RecoveryDeps, recoverEvents } from './recover-events.ts';
import { type WalkOptions, walkAccounts } from './walk-accounts.ts';
import { walkSubscriptions } from './walk-subscriptions.ts';

export type ReconcileOptions = Pick<WalkOptions, 'evenMany'>;

/**
 * Handles all events that the provider still has, then compares all subscriptions. A step that fails stops no other; it
 * counts as a failure in the report.
 */
export async function reconcileAll(
  deps: RecoveryDeps,
  { evenMany = false }: ReconcileOptions = {},
): Promise<ReconcilerReport> {
  const steps: readonly (() => Promise<ReconcilerReport>)[] = [
    () => walkAccounts(deps, { evenMany }).then(() => EMPTY_REPORT),
    () => recoverEvents(deps, undefined).then(({ report }) => report),
    () => walkSubscriptions(deps, { evenMany }),
    () => followRefunds(deps).then(() => EMPTY_REPORT),
    () => finishDeletions(deps).then((failures) => ({ ...EMPTY_REPORT, failures })),
  ];
  let report = EMPTY_REPORT;
  for (const step of steps) {
    try {
      report = addReports(report, await step());
    } catch (err) {
      report = addReports(report, { ...EMPTY_REPORT, failures: 1 });
      deps.logger.error({ err }, 'a step of the reconciler failed');
    }
  }
  return report;
}
