import { isUid } from '@outharbor/contract/schemas';
import type { Context } from '../context.ts';
import type { LedgerSection, ReconcilerProgress } from '../gateways/billing-ledger.ts';
import type { CheckoutSession } from '../gateways/payment-gateway.ts';
import { addReports, type ReconcilerReport } from './reconciler-report.ts';
import { repairEach } from './repair-each.ts';
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

/**
 * Looks at one page of recent sessions and one page of users, and repairs what disagrees. Once `stop`
 * is aborted it begins with no other one; the progress names the last that it looked at.
 */
export async function reconcilePass(
  deps: ReconcilerDeps,
  progress: ReconcilerProgress,
  limits: PassLimits,
  stop?: AbortSignal,
): Promise<PassResult> {
  const sessions = await sessionPage(deps, progress.sessionsAfter, limits.sessions, stop);
  const users = await userPage(deps, progress, limits.users, stop);
  return {
    progress: {
      ...(users.done
        ? { section: other(progress.section), after: undefined }
        : { section: progress.section, after: users.last }),
      sessionsAfter: sessions.done ? undefined : sessions.last,
    },
    report: addReports(sessions.report, users.report),
    sessionsDone: sessions.done,
    usersDone: users.done && progress.section === 'users',
  };
}

interface Page {
  readonly report: ReconcilerReport;
  /** Nothing comes after it. */
  readonly done: boolean;
  /** What was looked at last. */
  readonly last: string | undefined;
}

async function sessionPage(
  deps: ReconcilerDeps,
  after: string | undefined,
  limit: number,
  stop: AbortSignal | undefined,
): Promise<Page> {
  const now = deps.now?.() ?? Date.now() / 1000;
  const createdSince = Math.floor(now - SESSION_WINDOW_SECONDS);
  const { sessions, hasMore } = await deps.payments.listCheckoutSessions({ createdSince, after, limit });
  const repair = (session: CheckoutSession) => repairSession(deps, session, now);
  const { looked, report } = await repairEach(deps, sessions, repair, stop);
  return {
    report: { ...report, sessions: looked },
    done: looked === sessions.length && !hasMore,
    last: sessions[looked - 1]?.id ?? after,
  };
}

async function userPage(
  deps: ReconcilerDeps,
  { section, after }: ReconcilerProgress,
  limit: number,
  stop: AbortSignal | undefined,
): Promise<Page> {
  const uids = await deps.ledger.listUids(section, after, limit);
  const users = uids.map((uid) => ({ id: uid, uid }));
  const repair = async ({ uid }: { readonly uid: string }) => (isUid(uid) ? repairUser(deps, uid) : 'agrees');
  const { looked, report } = await repairEach(deps, users, repair, stop);
  return {
    report: { ...report, users: looked },
    done: looked === uids.length && uids.length < limit,
    last: uids[looked - 1] ?? after,
  };
}

const other = (section: LedgerSection): LedgerSection => (section === 'billing' ? 'users' : 'billing');
