import type { PlanName } from '@outharbor/contract/plans';
import type { SubscriptionRecord } from '@outharbor/contract/user-record';

/**
 * The API's billing state per user: `billing/{uid}`, with the part shown to the user mirrored to
 * `users/{uid}/subscription` in the same atomic write.
 */
export interface BillingLedger {
  read(uid: string): Promise<BillingState>;
  /** The subscription as stored in the user's own record, for comparison. */
  readRecord(uid: string): Promise<SubscriptionRecord>;
  /**
   * Writes `change` and returns the new state, or undefined if the state has changed since `state` was read.
   * A caller that reads the state before it queries the provider can therefore never overwrite newer data
   * with older. A change with `left` deletes everything else, including the user's record.
   */
  commit(uid: string, state: BillingState, change: BillingChange): Promise<BillingState | undefined>;
  /** Everything stored about a user, unparsed. */
  readAll(uid: string): Promise<StoredUser>;
  /** Notifies a user's open pages that sign-ins before `seconds` are revoked; no effect without a record. */
  announceSignOut(uid: string, seconds: number): Promise<void>;
  /** Users whose deletion is incomplete. */
  readLeaving(): Promise<string[]>;
  /** One page of e-mail addresses by uid, in uid order, starting after the uid `after`. */
  readEmails(after: string | undefined): Promise<ReadonlyMap<string, string | undefined>>;
  /** Updates the address in a user's record; no effect without a record or during deletion. */
  writeEmail(uid: string, email: string): Promise<void>;
  /** Users with a stored plan or an outstanding refund; no other users are read. */
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
  /** Number of writes; 0 if there is no record yet. */
  readonly revision: number;
  readonly customerId: string | undefined;
  /** The provider account and mode that the customer belongs to. */
  readonly account: string | undefined;
  /**
   * The attempt that created the stored session; a subscription bought in that session carries the same id.
   */
  readonly attempt: string | undefined;
  readonly sessionId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly planType: PlanName | undefined;
  /** When the plan ends, if it is not renewed; Unix seconds. */
  readonly endsAt: number | undefined;
  /** The plan's last payment failed and the provider is retrying it. */
  readonly behind: true | undefined;
  /** A duplicate subscription whose refund the provider has refused so far. */
  readonly refundDue: string | undefined;
  /** When deletion of the account began, if it is not complete; Unix seconds. */
  readonly leaving: number | undefined;
  /** When deletion was completed; nothing may be written afterwards. Unix seconds. */
  readonly left: number | undefined;
}

/** Absent keys are unchanged; null removes a key. `left` is final and excludes all other keys. */
export type BillingChange =
  | { readonly left: number }
  | ({ readonly left?: undefined } & {
      readonly [Key in keyof Omit<BillingState, 'revision' | 'left'>]?: BillingState[Key] | null;
    });

export interface StoredPlan {
  /** The plan in the API's own billing state. */
  readonly planType: PlanName | undefined;
  readonly endsAt: number | undefined;
  readonly behind: true | undefined;
  readonly subscriptionId: string | undefined;
  readonly refundDue: string | undefined;
  /** The plan in the user's record. */
  readonly shown: PlanName | undefined;
}

/** Where the reconciler resumes; absent keys mean from the beginning. Unix seconds. */
export interface ReconcilerProgress {
  /** All provider events before this time have been handled. */
  readonly eventsUntil: number | undefined;
  /** When the next comparison of all subscriptions is due. */
  readonly walkDue: number | undefined;
}

/** Whether the account is deleted or being deleted; nothing may be sold to it or written about it. */
export const isGone = ({ leaving, left }: BillingState) => leaving !== undefined || left !== undefined;
