import { DATABASE_PATHS, type SubscriptionRecord } from '@outharbor/contract/user-record';
import type { App } from 'firebase-admin/app';
import { type Database, getDatabase } from 'firebase-admin/database';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  type BillingChange,
  type BillingState,
  changedState,
  deletionStarted,
  type ReconcilerProgress,
  readBillingState,
  readProgress as readProgressIn,
  readRaw,
  readSubscriptionRecord,
} from '../billing-state.ts';
import { bindOperations, createDependency, type ObserveDependency, toOutage } from '../dependency.ts';
import { keepConnected } from './database-connection.ts';
import { readEmails, readPlans, readUnfinishedDeletions } from './listings.ts';

const PROGRESS = `${DATABASE_PATHS.reconciler}/progress`;

async function read(database: Database, uid: string): Promise<BillingState> {
  return readBillingState((await database.ref(DATABASE_PATHS.billing(uid)).get()).val());
}

async function readRecord(database: Database, uid: string): Promise<SubscriptionRecord> {
  return readSubscriptionRecord((await database.ref(DATABASE_PATHS.subscription(uid)).get()).val());
}

/** The stored fields, unparsed. */
async function readProfile(database: Database, uid: string) {
  return readRaw((await database.ref(DATABASE_PATHS.user(uid)).get()).val());
}

/** The stored fields, unparsed. */
async function readBilling(database: Database, uid: string) {
  return readRaw((await database.ref(DATABASE_PATHS.billing(uid)).get()).val());
}

/** Tells the person's open pages of a sign-out at a time in Unix seconds. Does nothing without a record. */
async function announceSignOut(database: Database, uid: string, seconds: number): Promise<void> {
  const record = database.ref(DATABASE_PATHS.user(uid));
  if ((await record.child('uid').get()).exists()) await record.child('signedOutAt').set(seconds);
}

async function readProgress(database: Database): Promise<ReconcilerProgress> {
  return readProgressIn((await database.ref(PROGRESS).get()).val());
}

async function writeProgress(
  database: Database,
  { eventsUntil, walkDue }: ReconcilerProgress,
): Promise<void> {
  await database.ref(PROGRESS).set({ eventsUntil: eventsUntil ?? null, walkDue: walkDue ?? null });
}

/** Reads what nobody writes: the SDK itself answers what it has yet to write. */
async function ping(database: Database): Promise<void> {
  await database.ref(`${DATABASE_PATHS.reconciler}/ping`).get();
}

/** Returns undefined if `state` is outdated: read it before querying the provider. `deletedAt` deletes the rest. */
async function commit(
  database: Database,
  uid: string,
  state: BillingState,
  change: BillingChange,
): Promise<BillingState | undefined> {
  const after = changedState(state, change);
  try {
    await database.ref().update(toPaths(uid, change, after.revision));
    return after;
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    if ((await read(database, uid)).revision !== state.revision) return undefined;
    throw rejectedByRules(error);
  }
}

/** No effect without a record or during deletion, when the rules reject it. */
async function writeEmail(database: Database, uid: string, email: string): Promise<void> {
  try {
    await database.ref(DATABASE_PATHS.user(uid)).child('email').set(email);
  } catch (error) {
    if (!isPermissionDenied(error)) throw error;
    const recorded = (await database.ref(DATABASE_PATHS.user(uid)).child('uid').get()).exists();
    if (recorded && !deletionStarted(await read(database, uid))) throw rejectedByRules(error);
  }
}

const rejectedByRules = (error: unknown) =>
  new AppError('internal_error', {
    cause: new Error("the database rules rejected the API's write: are they deployed?", { cause: error }),
  });

const MIRRORED = ['planType', 'sessionId', 'endsAt', 'pastDue'] as const;

/** The fields shown to the user are written to their record in the same atomic update. */
function toPaths(uid: string, change: BillingChange, revision: number): Record<string, unknown> {
  const billing = DATABASE_PATHS.billing(uid);
  if (change.deletedAt !== undefined) {
    const { deletedAt, refundDue = null } = change;
    return { [DATABASE_PATHS.user(uid)]: null, [billing]: { revision, deletedAt, refundDue } };
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

const OPERATIONS = {
  announceSignOut,
  commit,
  ping,
  read,
  readBilling,
  readEmails,
  readUnfinishedDeletions,
  readProfile,
  readProgress,
  readRecord,
  writeEmail,
  writeProgress,
};

export type BillingLedger = ReturnType<typeof createFirebaseLedger>;

/**
 * The ledger in the realtime database, accessed through the admin SDK: `billing/{uid}`, and partly
 * `users/{uid}/subscription` in the same atomic write.
 */
export function createFirebaseLedger(app: App, config: Config['firebase'], observe: ObserveDependency) {
  const database = getDatabase(app);
  const call = keepConnected(
    database,
    createDependency({
      name: 'database',
      timeoutMs: config.databaseTimeoutMs,
      maxInFlight: 256,
      observe,
      translate: toOutage,
    }),
  );
  return { ...bindOperations(OPERATIONS, database, call), readPlans: () => readPlans(database, call) };
}
