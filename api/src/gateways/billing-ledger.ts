import type { PlanName } from '@outharbor/contract/plans';
import type { SubscriptionRecord } from '@outharbor/contract/user-record';

/**
 * The API's bookkeeping of a user: `billing/{uid}`, with the part that the user sees mirrored to
 * `users/{uid}/subscription` by the same atomic write.
 */
export interface BillingLedger {
  read(uid: string): Promise<BillingState>;
  /** What the user's own record says, for comparison. */
  readRecord(uid: string): Promise<SubscriptionRecord>;
  /**
   * Writes `change` only if nobody has written since `revision` was read; false when somebody has.
   * A caller that reads the revision first and the provider second can therefore never store
   * anything older than what is stored already.
   */
  commit(uid: string, revision: number, change: BillingChange): Promise<boolean>;
  /** Uids in key order, after the given one. */
  listUids(section: LedgerSection, after: string | undefined, limit: number): Promise<string[]>;
  readProgress(): Promise<ReconcilerProgress>;
  writeProgress(progress: ReconcilerProgress): Promise<void>;
  /** True when `owner` may run now and until `ttlMs` have passed. */
  claimReconciler(owner: string, ttlMs: number): Promise<boolean>;
  ping(): Promise<void>;
}

export type LedgerSection = 'billing' | 'users';

export interface BillingState {
  /** Counts the writes; 0 when there is no record yet. */
  readonly revision: number;
  readonly customerId: string | undefined;
  /** The checkout attempt that began last; only it may store its session. */
  readonly checkoutAttempt: string | undefined;
  readonly sessionId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly planType: PlanName | undefined;
}

/** Absent keys stay as they are, null removes. */
export interface BillingChange {
  readonly customerId?: string;
  readonly checkoutAttempt?: string;
  readonly sessionId?: string;
  readonly subscriptionId?: string | null;
  readonly planType?: PlanName | null;
}

/** Where the reconciler goes on; absent keys mean from the beginning. */
export interface ReconcilerProgress {
  readonly section: LedgerSection;
  /** The uid that was looked at last. */
  readonly after: string | undefined;
  /** The checkout session that was looked at last. */
  readonly sessionsAfter: string | undefined;
}
