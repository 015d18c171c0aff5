import { DATABASE_PATHS, type SubscriptionRecord } from '@outharbor/contract/user-record';
import type { App } from 'firebase-admin/app';
import {
  type Database,
  type DataSnapshot,
  getDatabase,
  type Query,
  type Reference,
} from 'firebase-admin/database';
import type { Config } from '../../config/config.ts';
import { AppError, isAppError } from '../../errors/app-error.ts';
import {
  type BillingChange,
  type BillingLedger,
  type BillingState,
  isGone,
  type StoredPlan,
} from '../billing-ledger.ts';
import { createDependency, type ObserveDependency } from '../dependency.ts';
import { changedState } from './changed-state.ts';
import { watchConnection } from './database-connection.ts';
import { readBillingState, readProgress, readRaw, readShownPlan, readSubscriptionRecord } from './records.ts';

/** The ledger in the realtime database, accessed through the admin SDK. */
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
    read: (uid) => reach('read', async () => readBillingState(await get(DATABASE_PATHS.billing(uid)))),
    readRecord: (uid): Promise<SubscriptionRecord> =>
      reach('read_record', async () => readSubscriptionRecord(await get(DATABASE_PATHS.subscription(uid)))),
    commit: (uid, state, change) => reach('commit', () => commit(database, uid, state, change)),
    readAll: async (uid) => {
      const [profile, billing] = await Promise.all([
        reach('read_profile', () => get(DATABASE_PATHS.user(uid))),
        reach('read', () => get(DATABASE_PATHS.billing(uid))),
      ]);
      return { profile: readRaw(profile), billing: readRaw(billing) };
    },
    announceSignOut: (uid, seconds) =>
      reach('announce_sign_out', async () => {
        const record = database.ref(DATABASE_PATHS.user(uid));
        if ((await record.child('uid').get()).exists()) await record.child('signedOutAt').set(seconds);
      }),
    readLeaving: () =>
      reach('list_leaving', async () =>
        keysOf(await database.ref(DATABASE_PATHS.allBilling).orderByChild('leaving').startAt(1).get()),
      ),
    readEmails: (after) =>
      reach('list_users', async () => {
        const all = database.ref(DATABASE_PATHS.allUsers).orderByKey();
        return readEmails(await (after === undefined ? all : all.startAfter(after)).limitToFirst(PAGE).get());
      }),
    writeEmail: (uid, email) => reach('write_email', () => writeEmail(database, uid, email)),
    readPlans: async () => {
      const page = (query: Query) => reach('list', () => query.get());
      const [plans, refunds, shown] = await Promise.all([
        childrenWith(page, database.ref(DATABASE_PATHS.allBilling), 'planType'),
        childrenWith(page, database.ref(DATABASE_PATHS.allBilling), 'refundDue'),
        childrenWith(page, database.ref(DATABASE_PATHS.allUsers), 'subscription/planType'),
      ]);
      return storedPlans(new Map([...plans, ...refunds]), shown);
    },
    readProgress: () =>
      reach('read_progress', async () => readProgress(await get(`${DATABASE_PATHS.reconciler}/progress`))),
    writeProgress: (progress) =>
      reach('write_progress', () =>
        database.ref(`${DATABASE_PATHS.reconciler}/progress`).set({
          eventsUntil: progress.eventsUntil ?? null,
          walkDue: progress.walkDue ?? null,
        }),
      ),
    ping: () =>
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

const PAGE = 500;

function readEmails(records: DataSnapshot): Map<string, string | undefined> {
  return new Map(
    keysOf(records).map((uid) => {
      const email: unknown = records.child(uid).child('email').val();
      return [uid, typeof email === 'string' ? email : undefined];
    }),
  );
}

function keysOf(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach((child) => {
    if (child.key !== null) keys.push(child.key);
  });
  return keys;
}

/** Every child with a string at `path`, paged through that path's index; other children are not read. */
async function childrenWith(
  page: (query: Query) => Promise<DataSnapshot>,
  parent: Reference,
  path: string,
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  let query = parent.orderByChild(path).startAt('');
  for (;;) {
    const children = await page(query.limitToFirst(PAGE));
    children.forEach((child) => {
      if (child.key === null) return;
      found.set(child.key, child.val());
      query = parent.orderByChild(path).startAfter(String(child.child(path).val()), child.key);
    });
    if (children.numChildren() < PAGE) return found;
  }
}

function storedPlans(
  billing: ReadonlyMap<string, unknown>,
  shown: ReadonlyMap<string, unknown>,
): Map<string, StoredPlan> {
  const uids = new Set([...billing.keys(), ...shown.keys()]);
  return new Map(
    Array.from(uids, (uid) => {
      const state = readBillingState(billing.get(uid));
      return [uid, { ...state, shown: readShownPlan(shown.get(uid)) }];
    }),
  );
}
