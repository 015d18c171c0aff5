import { type PassLimits, type ReconcilerDeps, reconcilePass, START } from './reconcile-pass.ts';
import { addReports, EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';

/** How much one pass looks at, at the most. */
export const PASS_LIMITS: PassLimits = { sessions: 100, users: 100 };

/** Looks at every recent session and every user once. */
export async function reconcileAll(deps: ReconcilerDeps): Promise<ReconcilerReport> {
  let progress = START;
  let report = EMPTY_REPORT;
  for (let sessionsDone = false, usersDone = false; !sessionsDone || !usersDone; ) {
    const pass = await reconcilePass(deps, progress, PASS_LIMITS);
    progress = pass.progress;
    report = addReports(report, pass.report);
    sessionsDone ||= pass.sessionsDone;
    usersDone ||= pass.usersDone;
  }
  return report;
}
