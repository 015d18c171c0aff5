import { DATABASE_PATHS, type SubscriptionRecord } from '@outharbor/contract/user-record';
import type { App } from 'firebase-admin/app';
import { type Database, getDatabase } from 'firebase-admin/database';
import type { Config } from '../config/config.ts';
import { AppError, isAppError } from '../errors/app-error.ts';
import type { ObserveDependency } from '../metrics/metrics.ts';
import type { BillingChange, BillingLedger } from './billing-ledger.ts';
import { createDependency } from './dependency.ts';
import { readBillingState, readProgress, readSubscriptionRecord } from './firebase-records.ts';

/** The ledger in the realtime database, through the admin SDK. */
export function createFirebaseLedger(
  app: App,
  config: Config['firebase'],
  observe: ObserveDependency,
): BillingLedger {
  const database = getDatabase(app);
  const call = createDependency({
    name: 'database',
    timeoutMs: config.databaseTimeoutMs,
    maxInFlight: 256,
    observe,
    translate: (error) => new AppError('dependency_unavailable', { cause: error }),
  });
  const reconnect = createReconnect(database);
  const reach = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    call(operation, work).catch((error: unknown) => {
      if (isAppError(error, 'dependency_unavailable')) reconnect();
      throw error;
    });
  const get = async (path: string): Promise<unknown> => (await database.ref(path).get()).val();

  return {
    read: (uid) => reach('read', async () => readBillingState(await get(DATABASE_PATHS.billing(uid)))),
    readRecord: (uid): Promise<SubscriptionRecord> =>
      reach('read_record', async () => readSubscriptionRecord(await get(DATABASE_PATHS.subscription(uid)))),
    commit: (uid, revision, change) => reach('commit', () => commit(database, uid, revision, change)),
    listUids: (section, after, limit) =>
      reach('list', async () => {
        const ordered = database.ref(section).orderByKey();
        const query = after === undefined ? ordered : ordered.startAfter(after);
        const page = await query.limitToFirst(limit).get();
        const uids: string[] = [];
        page.forEach((child) => {
          if (child.key !== null) uids.push(child.key);
        });
        return uids;
      }),
    readProgress: () =>
      reach('read_progress', async () => readProgress(await get(`${DATABASE_PATHS.reconciler}/progress`))),
    writeProgress: (progress) =>
      reach('write_progress', () =>
        database.ref(`${DATABASE_PATHS.reconciler}/progress`).set({
          section: progress.section,
          after: progress.after ?? null,
          sessionsAfter: progress.sessionsAfter ?? null,
        }),
      ),
    claimReconciler: (owner, ttlMs) => reach('claim', () => claim(database, owner, ttlMs)),
    ping: () =>
      reach('ping', async () => {
        await get(`${DATABASE_PATHS.reconciler}/progress/section`);
      }),
  };
}

async function commit(
  database: Database,
  uid: string,
  revision: number,
  change: BillingChange,
): Promise<boolean> {
  const billing = DATABASE_PATHS.billing(uid);
  try {
    await database.ref().update({ ...pathsOf(uid, change), [`${billing}/revision`]: revision + 1 });
    return true;
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    const stored = readBillingState((await database.ref(billing).get()).val());
    if (stored.revision !== revision) return false;
    throw new AppError('internal_error', {
      cause: new Error("the database's rules refuse the API's write: are they deployed?", { cause: error }),
    });
  }
}

/** What the user sees is written beside the ledger's own copy, in one atomic update. */
function pathsOf(uid: string, change: BillingChange): Record<string, string | null> {
  const paths: Record<string, string | null> = {};
  for (const [key, value] of Object.entries(change)) {
    paths[`${DATABASE_PATHS.billing(uid)}/${key}`] = value;
  }
  const mirrored = DATABASE_PATHS.subscription(uid);
  if (change.planType !== undefined) paths[`${mirrored}/planType`] = change.planType;
  if (change.sessionId !== undefined) paths[`${mirrored}/sessionId`] = change.sessionId;
  return paths;
}

// The socket reports a refused write as an error whose code is the status in upper case.
function isPermissionDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'PERMISSION_DENIED';
}

async function claim(database: Database, owner: string, ttlMs: number): Promise<boolean> {
  const now = Date.now();
  const result = await database.ref(`${DATABASE_PATHS.reconciler}/lease`).transaction((lease: unknown) => {
    const held = lease as { readonly owner?: string; readonly until?: number } | null;
    if (held !== null && held.owner !== owner && (held.until ?? 0) > now) return undefined;
    return { owner, until: now + ttlMs };
  });
  return result.committed;
}

const RECONNECT_PAUSE_MS = 2000;

/** The SDK waits up to half a minute between its own attempts; a failed call asks for one at once. */
function createReconnect(database: Database): () => void {
  let last = 0;
  return () => {
    if (Date.now() - last < RECONNECT_PAUSE_MS) return;
    last = Date.now();
    database.goOffline();
    database.goOnline();
  };
}
