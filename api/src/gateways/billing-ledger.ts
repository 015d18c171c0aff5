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
   * Writes `change` and returns the new state, or undefined when somebody has written since `state` was read.
   * A caller that reads the state first and asks the provider second can therefore never store
   * anything older than what is stored already. A change with `left` keeps nothing else: the user's record goes too.
   */
  commit(uid: string, state: BillingState, change: BillingChange): Promise<BillingState | undefined>;
  /** All that is stored of a user, as it is stored. */
  readAll(uid: string): Promise<StoredUser>;
  /** Tells the open pages of a user that sign-ins before `seconds` are over; without effect on who has no record. */
  announceSignOut(uid: string, seconds: number): Promise<void>;
  /** Those whose leaving is not complete. */
  readLeaving(): Promise<string[]>;
  /** The addresses in all records, by uid, a page at a time. */
  readEmails(after: string | undefined): Promise<ReadonlyMap<string, string | undefined>>;
  /** Changes the address in the record of a user; without effect on who has no record, or is leaving. */
  writeEmail(uid: string, email: string): Promise<void>;
  /** Everybody for whom a plan or a refund that is due is stored; nobody else is read. */
  readPlans(): Promise<ReadonlyMap<string, StoredPlan>>;
  readProgress(): Promise<ReconcilerProgress>;
  writeProgress(progress: ReconcilerProgress): Promise<void>;
  ping(): Promise<void>;
}

export interface StoredUser {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly billing: Readonly<Record<string, unknown>>;
}

export interface BillingState {
  /** Counts the writes; 0 when there is no record yet. */
  readonly revision: number;
  readonly customerId: string | undefined;
  /** The account and mode at the provider that know the customer. */
  readonly account: string | undefined;
  /** The attempt that made the stored session; the subscription that is paid there carries it too. */
  readonly attempt: string | undefined;
  readonly sessionId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly planType: PlanName | undefined;
  /** When the plan ends, where its subscription is not renewed; Unix seconds. */
  readonly endsAt: number | undefined;
  /** The plan's last payment failed, and the provider tries again. */
  readonly behind: true | undefined;
  /** A second subscription whose refund the provider has refused so far. */
  readonly refundDue: string | undefined;
  /** The user has asked to leave, or was erased, and not everything is gone yet; Unix seconds. */
  readonly leaving: number | undefined;
  /** The user is gone for good: nothing is ever written again. Unix seconds. */
  readonly left: number | undefined;
}

/** Absent keys stay as they are, null removes. Who has left has nothing else, and does not come back. */
export type BillingChange =
  | { readonly left: number }
  | ({ readonly left?: undefined } & {
      readonly [Key in keyof Omit<BillingState, 'revision' | 'left'>]?: BillingState[Key] | null;
    });

export interface StoredPlan {
  /** By the API's own bookkeeping. */
  readonly planType: PlanName | undefined;
  readonly endsAt: number | undefined;
  readonly behind: true | undefined;
  readonly subscriptionId: string | undefined;
  readonly refundDue: string | undefined;
  /** By the record that the user reads. */
  readonly shown: PlanName | undefined;
}

/** Where the reconciler goes on; absent keys mean from the beginning. Unix seconds. */
export interface ReconcilerProgress {
  /** Everything that happened at the provider before this time has been handled. */
  readonly eventsUntil: number | undefined;
  /** When all subscriptions are to be compared next. */
  readonly walkDue: number | undefined;
}

/** Who leaves, or has left, is neither sold to nor written about. */
export const isGone = ({ leaving, left }: BillingState) => leaving !== undefined || left !== undefined;
