import type { SubscriptionRecord } from '@outharbor/contract/user-record';
import type { BillingLedger, BillingState, ReconcilerProgress } from '../gateways/billing-ledger.ts';

const EMPTY: BillingState = {
  revision: 0,
  customerId: undefined,
  checkoutAttempt: undefined,
  sessionId: undefined,
  subscriptionId: undefined,
  planType: undefined,
};

export interface MemoryLedger extends BillingLedger {
  readonly states: Map<string, BillingState>;
  readonly records: Map<string, SubscriptionRecord>;
  /** Runs before each commit is looked at, to let another writer in. */
  beforeCommit: (uid: string) => void | Promise<void>;
}

/** A ledger with the same compare-and-set as the database's rules. */
export function createMemoryLedger(): MemoryLedger {
  const states = new Map<string, BillingState>();
  const records = new Map<string, SubscriptionRecord>();
  let progress: ReconcilerProgress = { section: 'billing', after: undefined, sessionsAfter: undefined };
  let lease: { readonly owner: string; readonly until: number } | undefined;

  const ledger: MemoryLedger = {
    states,
    records,
    beforeCommit: () => {},
    read: async (uid) => states.get(uid) ?? EMPTY,
    readRecord: async (uid) => records.get(uid) ?? {},
    commit: async (uid, revision, change) => {
      await ledger.beforeCommit(uid);
      const state = states.get(uid) ?? EMPTY;
      if (state.revision !== revision) return false;
      const given = Object.entries(change).map(([key, value]) => [key, value ?? undefined]);
      const next: BillingState = { ...state, ...Object.fromEntries(given), revision: revision + 1 };
      states.set(uid, next);
      records.set(uid, {
        ...(next.planType && { planType: next.planType }),
        ...(next.sessionId && { sessionId: next.sessionId }),
      });
      return true;
    },
    listUids: async (section, after, limit) =>
      [...(section === 'billing' ? states : records).keys()]
        .toSorted()
        .filter((uid) => after === undefined || uid > after)
        .slice(0, limit),
    readProgress: async () => progress,
    writeProgress: async (next) => {
      progress = next;
    },
    claimReconciler: async (owner, ttlMs) => {
      if (lease !== undefined && lease.owner !== owner && lease.until > Date.now()) return false;
      lease = { owner, until: Date.now() + ttlMs };
      return true;
    },
    ping: async () => {},
  };
  return ledger;
}
