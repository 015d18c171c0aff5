import type { SubscriptionRecord } from '@outharbor/contract/user-record';
import {
  type BillingState,
  changedState,
  type ReconcilerProgress,
  readBillingState,
  type StoredPlan,
} from '../gateways/billing-state.ts';
import type { BillingLedger } from '../gateways/firebase/ledger.ts';

export const EMPTY_STATE = readBillingState(undefined);

export interface MemoryLedger extends BillingLedger {
  readonly states: Map<string, BillingState>;
  readonly records: Map<string, SubscriptionRecord>;
  /** The address in each record. */
  readonly emails: Map<string, string>;
  /** Sign-out times announced to open pages, in Unix seconds. */
  readonly signOuts: Map<string, number>;
  /** Runs before each commit, to let another writer in. */
  beforeCommit: (uid: string) => void | Promise<void>;
  readonly calls: string[];
}

/** An in-memory ledger with the same compare-and-set as the database rules. */
export function createMemoryLedger(): MemoryLedger {
  const states = new Map<string, BillingState>();
  const records = new Map<string, SubscriptionRecord>();
  const emails = new Map<string, string>();
  const signOuts = new Map<string, number>();
  const calls: string[] = [];
  let progress: ReconcilerProgress = { eventsUntil: undefined, walkDue: undefined };

  const ledger: MemoryLedger = {
    states,
    records,
    emails,
    signOuts,
    calls,
    beforeCommit: () => {},
    read: async (uid) => {
      calls.push('read');
      return states.get(uid) ?? EMPTY_STATE;
    },
    readRecord: async (uid) => records.get(uid) ?? {},
    commit: async (uid, state, change) => {
      calls.push('commit');
      await ledger.beforeCommit(uid);
      return commit(ledger, uid, state, change);
    },
    readProfile: async (uid) => ({
      uid,
      ...(emails.has(uid) && { email: emails.get(uid) }),
      ...records.get(uid),
    }),
    readBilling: async (uid) => ({ ...(states.get(uid) ?? EMPTY_STATE) }),
    announceSignOut: async (uid, seconds) => void signOuts.set(uid, seconds),
    readUnfinishedDeletions: async () =>
      [...states].filter(([, { deletionStartedAt }]) => deletionStartedAt).map(([uid]) => uid),
    readEmails: async (after) =>
      new Map(after === undefined ? Array.from(records.keys(), (uid) => [uid, emails.get(uid)]) : []),
    writeEmail: async (uid, email) => void (emails.has(uid) && emails.set(uid, email)),
    readPlans: async () => storedPlans(ledger),
    readProgress: async () => progress,
    writeProgress: async (next) => {
      progress = next;
    },
    ping: async () => {},
  };
  return ledger;
}

function commit(
  { states, records, emails }: Pick<MemoryLedger, 'states' | 'records' | 'emails'>,
  ...[uid, state, change]: Parameters<BillingLedger['commit']>
): BillingState | undefined {
  const stored = states.get(uid) ?? EMPTY_STATE;
  if (stored.revision !== state.revision) return undefined;
  const next = changedState(stored, change);
  states.set(uid, next);
  if (change.deletedAt === undefined) {
    records.set(uid, shownPart(next));
  } else {
    records.delete(uid);
    emails.delete(uid);
  }
  return next;
}

/** What the site reads of the state. */
function shownPart({ planType, sessionId, endsAt, pastDue }: BillingState): SubscriptionRecord {
  return {
    ...(planType && { planType }),
    ...(sessionId && { sessionId }),
    ...(endsAt && { endsAt }),
    ...(pastDue && { pastDue }),
  };
}

function storedPlans({ states, records }: Pick<MemoryLedger, 'states' | 'records'>): Map<string, StoredPlan> {
  const uids = new Set([...states.keys(), ...records.keys()]);
  const stored = Array.from(uids, (uid): [string, StoredPlan] => {
    return [uid, { ...(states.get(uid) ?? EMPTY_STATE), shown: records.get(uid)?.planType }];
  });
  return new Map(stored.filter(([, { planType, refundDue, shown }]) => planType ?? refundDue ?? shown));
}
