import { DATABASE_PATHS, type SubscriptionRecord } from '@outharbor/contract/user-record';
import type { App } from 'firebase-admin/app';
import { type Database, getDatabase, type Query } from 'firebase-admin/database';
import type { Config } from '../../config/config.ts';
import { AppError, isAppError } from '../../errors/app-error.ts';
import {
  type BillingChange,
  type BillingState,
  changedState,
  isGone,
  type ReconcilerProgress,
  readBillingState,
  readProgress,
  readRaw,
  readSubscriptionRecord,
  type StoredPlan,
} from '../billing-state.ts';
import { createDependency, type ObserveDependency } from '../dependency.ts';
import { watchConnection } from './database-connection.ts';
import { childrenWith, keysOf, PAGE, readEmails, storedPlans } from './listings.ts';

export type BillingLedger = ReturnType<typeof createFirebaseLedger>;

/**
 * The ledger in the realtime database, accessed through the admin SDK: `billing/{uid}`, and partly
 * `users/{uid}/subscription` in the same atomic write.
 */
export function createFirebaseLedger(app: App, config: Config['firebase'], observe: ObserveDependency) {
  const database = getDatabase(app);
  const call = createDependency({
    name: 'database',
    timeoutMs: config.databaseTimeoutMs,
    maxInFlight: 256,
    observe,
    translate: (error) => new AppError('dependency_unavailable', { cause: error }),
  });
  const watch = watchConnection(database);
  const reach = <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    let asked: number | undefined;
    const running = call(operation, () => {
      asked = performance.now();
      return work().finally(watch.heard);
    });
    return running.catch((error: unknown) => {
      if (asked !== undefined && isAppError(error, 'dependency_unavailable')) watch.unanswered(asked);
      throw error;
    });
  };
  const get = async (path: string): Promise<unknown> => (await database.ref(path).get()).val();

  return {
    read: (uid: string): Promise<BillingState> =>
      reach('read', async () => readBillingState(await get(DATABASE_PATHS.billing(uid)))),
    readRecord: (uid: string): Promise<SubscriptionRecord> =>
      reach('read_record', async () => readSubscriptionRecord(await get(DATABASE_PATHS.subscription(uid)))),
    /** Undefined if `state` is outdated: read it before querying the provider. `left` deletes the rest. */
    commit: (uid: string, state: BillingState, change: BillingChange): Promise<BillingState | undefined> =>
      reach('commit', () => commit(database, uid, state, change)),
    readAll: async (uid: string) => {
      const [profile, billing] = await Promise.all([
        reach('read_profile', () => get(DATABASE_PATHS.user(uid))),
        reach('read', () => get(DATABASE_PATHS.billing(uid))),
      ]);
      return { profile: readRaw(profile), billing: readRaw(billing) };
    },
    /** In Unix seconds. No effect without a record. */
    announceSignOut: (uid: string, seconds: number): Promise<void> =>
      reach('announce_sign_out', async () => {
        const record = database.ref(DATABASE_PATHS.user(uid));
        if ((await record.child('uid').get()).exists()) await record.child('signedOutAt').set(seconds);
      }),
    readLeaving: (): Promise<string[]> =>
      reach('list_leaving', async () =>
        keysOf(await database.ref(DATABASE_PATHS.allBilling).orderByChild('leaving').startAt(1).get()),
      ),
    /** One page by uid, in uid order, starting after the uid `after`. */
    readEmails: (after: string | undefined): Promise<ReadonlyMap<string, string | undefined>> =>
      reach('list_users', async () => {
        const all = database.ref(DATABASE_PATHS.allUsers).orderByKey();
        return readEmails(await (after === undefined ? all : all.startAfter(after)).limitToFirst(PAGE).get());
      }),
    /** No effect without a record or during deletion. */
    writeEmail: (uid: string, email: string): Promise<void> =>
      reach('write_email', () => writeEmail(database, uid, email)),
    /** Only users with a stored plan or an outstanding refund. */
    readPlans: async (): Promise<ReadonlyMap<string, StoredPlan>> => {
      const page = (query: Query) => reach('list', () => query.get());
      const [plans, refunds, shown] = await Promise.all([
        childrenWith(page, database.ref(DATABASE_PATHS.allBilling), 'planType'),
        childrenWith(page, database.ref(DATABASE_PATHS.allBilling), 'refundDue'),
        childrenWith(page, database.ref(DATABASE_PATHS.allUsers), 'subscription/planType'),
      ]);
      return storedPlans(new Map([...plans, ...refunds]), shown);
    },
    readProgress: (): Promise<ReconcilerProgress> =>
      reach('read_progress', async () => readProgress(await get(`${DATABASE_PATHS.reconciler}/progress`))),
    writeProgress: (progress: ReconcilerProgress): Promise<void> =>
      reach('write_progress', () =>
        database.ref(`${DATABASE_PATHS.reconciler}/progress`).set({
          eventsUntil: progress.eventsUntil ?? null,
          walkDue: progress.walkDue ?? null,
        }),
      ),
    ping: (): Promise<void> =>
      reach('ping', async () => {
        await get(`${DATABASE_PATHS.reconciler}/progress/walkDue`);
      }),
  };
}

async function commit(
  database: Database,
  uid: string,
  state: BillingState,
  change: BillingChange,
): Promise<BillingState | undefined> {
  const after = changedState(state, change);
  try {
    await database.ref().update(pathsOf(uid, change, after.revision));
    return after;
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    const stored = readBillingState((await database.ref(DATABASE_PATHS.billing(uid)).get()).val());
    if (stored.revision !== state.revision) return undefined;
    throw refusedByRules(error);
  }
}

/** The rules allow the update only if the record exists and the account is not being deleted. */
async function writeEmail(database: Database, uid: string, email: string): Promise<void> {
  try {
    await database.ref(DATABASE_PATHS.user(uid)).child('email').set(email);
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    const [record, billing] = await Promise.all([
      database.ref(DATABASE_PATHS.user(uid)).child('uid').get(),
      database.ref(DATABASE_PATHS.billing(uid)).get(),
    ]);
    if (record.exists() && !isGone(readBillingState(billing.val()))) throw refusedByRules(error);
  }
}

const refusedByRules = (error: unknown) =>
  new AppError('internal_error', {
    cause: new Error("the database rules rejected the API's write: are they deployed?", { cause: error }),
  });

const MIRRORED = ['planType', 'sessionId', 'endsAt', 'behind'] as const;

/** The fields shown to the user are written to their record in the same atomic update. */
function pathsOf(uid: string, change: BillingChange, revision: number): Record<string, unknown> {
  const billing = DATABASE_PATHS.billing(uid);
  if (change.left !== undefined) {
    const { left, refundDue = null } = change;
    return { [DATABASE_PATHS.user(uid)]: null, [billing]: { revision, left, refundDue } };
  }
  const paths: Record<string, unknown> = { [`${billing}/revision`]: revision };
  for (const [key, value] of Object.entries(change)) {
    if (value !== undefined) paths[`${billing}/${key}`] = value;
  }
  const mirrored = DATABASE_PATHS.subscription(uid);
  for (const key of MIRRORED) {
    const value = change[key];
    if (value !== undefined) paths[`${mirrored}/${key}`] = value;
  }
  return paths;
}

// The socket reports a rejected write as an error whose code is the status in upper case.
function isPermissionDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'PERMISSION_DENIED';
}
