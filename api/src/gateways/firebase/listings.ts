import type { DataSnapshot, Query, Reference } from 'firebase-admin/database';
import { readBillingState, readShownPlan, type StoredPlan } from '../billing-state.ts';

export const PAGE = 500;

export function readEmails(records: DataSnapshot): Map<string, string | undefined> {
  return new Map(
    keysOf(records).map((uid) => {
      const email: unknown = records.child(uid).child('email').val();
      return [uid, typeof email === 'string' ? email : undefined];
    }),
  );
}

export function keysOf(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach((child) => {
    if (child.key !== null) keys.push(child.key);
  });
  return keys;
}

/** Every child with a string at `path`, paged through that path's index; other children are not read. */
export async function childrenWith(
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

export function storedPlans(
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
