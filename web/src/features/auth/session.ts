import { GRANTED_PLANS, type GrantedPlan } from '@outharbor/contract/granted-plan';
import { API_PATHS } from '@outharbor/contract/paths';
import type { CallAnswer, CallBody, CallName } from '@outharbor/contract/schemas';
import { type UserRecord, userPath } from '@outharbor/contract/user-record';
import type { Auth, User } from 'firebase/auth';
import { post } from '../../lib/api-client.ts';
import { loadAuth, loadDatabase } from '../../lib/load-firebase.ts';
import { logError } from '../../lib/log.ts';
import { retry } from '../../lib/retry.ts';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';
import { hasSignedInHint } from '../../lib/signed-in-hint.ts';
import { repairUserRecord } from './user-record.ts';

export interface SignedIn {
  readonly status: 'signed-in';
  readonly uid: string;
  readonly name: string;
  /** False until the live record has loaded; the plan is unknown until then. */
  readonly recordLoaded: boolean;
  /** The record has not loaded for a while: something may block the database. */
  readonly recordLate: boolean;
  readonly plan: GrantedPlan | undefined;
  /** When a cancelled plan ends, in Unix seconds. */
  readonly endsAt: number | undefined;
  readonly pastDue: boolean;
  readonly sessionId: string | undefined;
}

/** `checking`: the provider has yet to confirm a user who may be signed in. */
export type Session = { readonly status: 'unknown' | 'checking' | 'signed-out' } | SignedIn;

type Stop = () => void;

const RECORD_LATE_MS = 5000;

/** Whether to go on without the record: the API knows the plan. */
export const isRecordAwaited = ({ recordLoaded, recordLate }: SignedIn): boolean =>
  !recordLoaded && !recordLate;

/** Calls `onChange` now and on every change. Retries until everything it needs has loaded. */
export function watchSession(onChange: (session: Session) => void): Stop {
  const watch = new AbortController();
  retry(() => startWatching(onChange, watch.signal), {
    signal: watch.signal,
    onFailure: (error) => logError('The session is not known yet', error),
  });
  return () => watch.abort();
}

async function startWatching(onChange: (session: Session) => void, signal: AbortSignal): Promise<void> {
  // In parallel, so that the record can be read as soon as the user is known.
  if (hasSignedInHint()) loadDatabase().catch(reportRecordFailure);
  const [{ firebaseAuth }] = await Promise.all([loadAuth(), loadRuntimeConfig()]);
  const auth = await firebaseAuth();
  if (signal.aborted) return;
  let stopRecord: Stop | undefined;
  const stopAuth = auth.onAuthStateChanged((user) => {
    stopRecord?.();
    stopRecord = user ? watchRecord(auth, user.uid, onChange) : undefined;
    onChange(user ? toSession(user, undefined) : { status: 'signed-out' });
  });
  signal.addEventListener('abort', () => {
    stopAuth();
    stopRecord?.();
  });
}

function watchRecord(auth: Auth, uid: string, onChange: (session: Session) => void): Stop {
  const watch = new AbortController();
  const late = setTimeout(() => {
    if (auth.currentUser?.uid === uid) onChange(toSession(auth.currentUser, undefined, true));
  }, RECORD_LATE_MS);
  watch.signal.addEventListener('abort', () => clearTimeout(late));
  const start = async () => {
    const { firebaseDatabase, onValue, ref } = await loadDatabase();
    const record = ref(await firebaseDatabase(), userPath(uid));
    if (watch.signal.aborted) return;
    const stop = onValue(
      record,
      (snapshot) => {
        clearTimeout(late);
        // Signing in again replaces the user object without a notification.
        const user = auth.currentUser;
        if (user?.uid !== uid) return;
        // The API deletes the record with the account, and sets `signedOutAt` to end every session. Reloading signs the
        // user out if the provider no longer accepts them.
        if (!snapshot.exists() || snapshot.hasChild('signedOutAt')) user.reload().catch(reportRecordFailure);
        onChange(toSession(user, snapshot.val() ?? {}));
        if (!snapshot.hasChild('uid')) repairUserRecord(user);
      },
      reportRecordFailure,
    );
    watch.signal.addEventListener('abort', stop);
  };
  retry(start, { signal: watch.signal, onFailure: reportRecordFailure });
  return () => watch.abort();
}

const reportRecordFailure = (error: unknown) => logError('The user record cannot be read', error);

export function toSession(
  user: Pick<User, 'uid' | 'displayName' | 'email'>,
  record: Partial<UserRecord> | undefined,
  recordLate = false,
): SignedIn {
  const { planType, endsAt, pastDue = false, sessionId } = record?.subscription ?? {};
  return {
    status: 'signed-in',
    uid: user.uid,
    name: user.displayName || record?.userName || user.email || user.uid,
    recordLoaded: record !== undefined,
    recordLate,
    plan: GRANTED_PLANS.find((name) => name === planType),
    endsAt,
    pastDue,
    sessionId,
  };
}

export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Calls the API as the signed-in user. Rejects with `ApiError` or `SignedOut`. */
export async function callApi<Name extends CallName>(name: Name, body: CallBody<Name>) {
  return post<CallAnswer<Name>>(API_PATHS[name], body, await (await currentUser()).getIdToken());
}

/** Rejects with `SignedOut`. */
export async function currentUser(): Promise<User> {
  const { firebaseAuth } = await loadAuth();
  const { currentUser: user } = await firebaseAuth();
  if (!user) throw new SignedOut();
  return user;
}
