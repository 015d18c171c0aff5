import { DATABASE_PATHS } from '@outharbor/contract/user-record';
import type { Database, DataSnapshot, Query, Reference } from 'firebase-admin/database';
import { deletionStarted, readBillingState, readShownPlan, type StoredPlan } from '../billing-state.ts';
import type { CallDependency } from '../dependency.ts';

const PAGE = 500;

export async function readUnfinishedDeletions(database: Database): Promise<string[]> {
  const billing = database.ref(DATABASE_PATHS.allBilling);
  const marked = await billing.orderByChild('deletionStartedAt').startAt(1).get();
  return readKeys(marked).filter((uid) => deletionStarted(readBillingState(marked.child(uid).val())));
}

/** One page by uid, in uid order, starting after the uid `after`. */
export async function readEmails(
  database: Database,
  after: string | undefined,
): Promise<ReadonlyMap<string, string | undefined>> {
  const all = database.ref(DATABASE_PATHS.allUsers).orderByKey();
  const records = await (after === undefined ? all : all.startAfter(after)).limitToFirst(PAGE).get();
  return new Map(
    readKeys(records).map((uid) => {
      const email: unknown = records.child(uid).child('email').val();
      return [uid, typeof email === 'string' ? email : undefined];
    }),
  );
}

/** Only users with a stored plan or an outstanding refund. Each page is a call of its own. */
export async function readPlans(
  database: Database,
  call: CallDependency,
): Promise<ReadonlyMap<string, StoredPlan>> {
  const page = (query: Query) => call('list', () => query.get());
  const [plans, refunds, shown] = await Promise.all([
    childrenWith(page, database.ref(DATABASE_PATHS.allBilling), 'planType'),
    childrenWith(page, database.ref(DATABASE_PATHS.allBilling), 'refundDue'),
    childrenWith(page, database.ref(DATABASE_PATHS.allUsers), 'subscription/planType'),
  ]);
  return storedPlans(new Map([...plans, ...refunds]), shown);
}

function readKeys(snapshot: DataSnapshot): string[] {
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
