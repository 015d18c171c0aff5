import { isUid } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import { isAppError } from '../errors/app-error.ts';
import type { LedgerSection, ReconcilerProgress } from '../gateways/billing-ledger.ts';
import { addReports, EMPTY_REPORT, type ReconcilerReport } from './reconciler-report.ts';
import { repairSession } from './repair-session.ts';
import { repairUser } from './repair-user.ts';

export interface ReconcilerDeps
  extends Pick<Context, 'payments' | 'ledger' | 'synchronisePlan' | 'logger' | 'metrics'> {
  /** Unix seconds; the machine's clock where it is left out. */
  readonly now?: () => number;
}

export interface PassLimits {
  readonly sessions: number;
  readonly users: number;
}

export interface PassResult {
  readonly progress: ReconcilerProgress;
  readonly report: ReconcilerReport;
  /** This pass looked at the last of the recent sessions. */
  readonly sessionsDone: boolean;
  /** This pass looked at the last of the users. */
  readonly usersDone: boolean;
}

export const START: ReconcilerProgress = { section: 'billing', after: undefined, sessionsAfter: undefined };

/** A session lives a day at the most; an hour more for clocks and late deliveries. */
const SESSION_WINDOW_SECONDS = 25 * 3600;

/** Looks at one page of recent sessions and one page of users, and repairs what disagrees. */
export async function reconcilePass(
  deps: ReconcilerDeps,
  progress: ReconcilerProgress,
  limits: PassLimits,
): Promise<PassResult> {
  const sessions = await sessionPage(deps, progress.sessionsAfter, limits.sessions);
  const users = await userPage(deps, progress, limits.users);
  return {
    progress: { ...users.next, sessionsAfter: sessions.next },
    report: addReports(sessions.report, users.report),
    sessionsDone: sessions.next === undefined,
    usersDone: users.next.section === 'billing' && users.next.after === undefined,
  };
}

async function sessionPage(deps: ReconcilerDeps, after: string | undefined, limit: number) {
  const now = deps.now?.() ?? Date.now() / 1000;
  const createdSince = Math.floor(now - SESSION_WINDOW_SECONDS);
  const page = await deps.payments.listCheckoutSessions({ createdSince, after, limit });
  let report: ReconcilerReport = { ...EMPTY_REPORT, sessions: page.sessions.length };
  for (const session of page.sessions) {
    const found = await attempt(deps, session.uid, () => repairSession(deps, session, now));
    if (found === 'expired') deps.metrics.reconcilerRepairs.inc({ kind: 'stray_session' });
    report = addReports(report, {
      ...EMPTY_REPORT,
      plansRepaired: found === 'repaired' && session.uid !== undefined ? [session.uid] : [],
      sessionsExpired: found === 'expired' ? [session.id] : [],
      failures: found === 'failed' ? 1 : 0,
    });
  }
  return { report, next: page.hasMore ? page.sessions.at(-1)?.id : undefined };
}

async function userPage(deps: ReconcilerDeps, { section, after }: ReconcilerProgress, limit: number) {
  const uids = await deps.ledger.listUids(section, after, limit);
  let report: ReconcilerReport = { ...EMPTY_REPORT, users: uids.length };
  for (const uid of uids.filter(isUid)) {
    const found = await attempt(deps, uid, () => repairUser(deps, uid));
    report = addReports(report, {
      ...EMPTY_REPORT,
      plansRepaired: found === 'repaired' ? [uid] : [],
      failures: found === 'failed' ? 1 : 0,
    });
  }
  const next =
    uids.length < limit ? { section: other(section), after: undefined } : { section, after: uids.at(-1) };
  return { report, next };
}

const other = (section: LedgerSection): LedgerSection => (section === 'billing' ? 'users' : 'billing');

// One user's fault must not keep the others waiting, but without a dependency the pass has no point.
async function attempt<T extends string>(
  deps: ReconcilerDeps,
  uid: string | undefined,
  repair: () => Promise<T>,
): Promise<T | 'failed'> {
  try {
    const found = await repair();
    if (found === 'repaired') {
      deps.metrics.reconcilerRepairs.inc({ kind: 'plan' });
      deps.logger.warn({ uid }, 'the reconciler repaired a plan');
    }
    return found;
  } catch (err) {
    if (isAppError(err, 'dependency_unavailable')) throw err;
    deps.logger.error({ err, uid }, 'the reconciler could not repair a user');
    return 'failed';
  }
}
