import { PLAN_NAMES, type PlanName } from '@outharbor/contract/plans';
import { type UserRecord, userPath } from '@outharbor/contract/user-record';
import type { User } from 'firebase/auth';
import { logError } from '../../lib/log.ts';
import { loadAuth, loadDatabase } from '../../lib/parts.ts';
import { retry } from '../../lib/retry.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import { somebodyMayBeSignedIn } from '../../lib/signed-in-hint.ts';
import { repairUserRecord } from './user-record.ts';

export interface SignedIn {
  readonly status: 'signed-in';
  readonly uid: string;
  readonly name: string;
  /** False until the live record has arrived; the plan is not known before. */
  readonly recordLoaded: boolean;
  readonly plan: PlanName | undefined;
  /** When the plan ends, where it is cancelled; Unix seconds. */
  readonly endsAt: number | undefined;
  /** Its last payment failed. */
  readonly behind: boolean;
  /** The stored checkout session. */
  readonly sessionId: string | undefined;
}

/** `unknown` before anything was looked at, `checking` where somebody may be signed in and the provider has yet to say. */
export type Session = { readonly status: 'unknown' | 'checking' | 'signed-out' } | SignedIn;

type Stop = () => void;

/**
 * Tells the session now and at each change of the auth state or of the live record, until stopped. What it needs for
 * that is asked for again until it is there.
 */
export function watchSession(onChange: (session: Session) => void): Stop {
  const watch = new AbortController();
  retry(() => startWatching(onChange, watch.signal), {
    signal: watch.signal,
    onFailure: (error) => logError('The session is not known yet', error),
  });
  return () => watch.abort();
}

async function startWatching(onChange: (session: Session) => void, signal: AbortSignal): Promise<void> {
  // All at once: the record follows the user without a further wait.
  if (somebodyMayBeSignedIn()) loadDatabase().catch(reportRecordFailure);
  const [{ firebaseAuth }] = await Promise.all([loadAuth(), loadRuntimeConfig()]);
  const auth = await firebaseAuth();
  if (signal.aborted) return;
  let stopRecord: Stop | undefined;
  const stopAuth = auth.onAuthStateChanged((user) => {
    stopRecord?.();
    stopRecord = user ? watchRecord(user, onChange) : undefined;
    onChange(user ? sessionOf(user, undefined) : { status: 'signed-out' });
  });
  signal.addEventListener('abort', () => {
    stopAuth();
    stopRecord?.();
  });
}

function watchRecord(user: User, onChange: (session: Session) => void): Stop {
  const watch = new AbortController();
  const start = async () => {
    const { firebaseDatabase, onValue, ref } = await loadDatabase();
    const record = ref(await firebaseDatabase(), userPath(user.uid));
    if (watch.signal.aborted) return;
    const stop = onValue(
      record,
      (snapshot) => {
        // The API removes the record of who leaves, and says in it when every sign-in is over.
        if (!snapshot.exists() || snapshot.hasChild('signedOutAt')) askWhetherSignedIn(user);
        onChange(sessionOf(user, snapshot.val() ?? {}));
        if (!snapshot.hasChild('uid')) repairUserRecord(user);
      },
      reportRecordFailure,
    );
    watch.signal.addEventListener('abort', stop);
  };
  retry(start, { signal: watch.signal, onFailure: reportRecordFailure });
  return () => watch.abort();
}

/** The library signs out a user whom the provider does not accept any more. */
function askWhetherSignedIn(user: User): void {
  user.reload().catch(reportRecordFailure);
}

const reportRecordFailure = (error: unknown) => logError('The user record cannot be read', error);

/** `record` is undefined while it is on its way. */
export function sessionOf(
  user: Pick<User, 'uid' | 'displayName' | 'email'>,
  record: Partial<UserRecord> | undefined,
): SignedIn {
  const { planType, endsAt, behind = false, sessionId } = record?.subscription ?? {};
  return {
    status: 'signed-in',
    uid: user.uid,
    name: user.displayName || record?.userName || user.email || user.uid,
    recordLoaded: record !== undefined,
    plan: PLAN_NAMES.find((name) => name === planType),
    endsAt,
    behind,
    sessionId,
  };
}

export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** The ID token of the user who is signed in; rejects where nobody is. */
export async function idToken(): Promise<string> {
  const { firebaseAuth } = await loadAuth();
  const { currentUser } = await firebaseAuth();
  if (!currentUser) throw new SignedOut();
  return currentUser.getIdToken();
}
