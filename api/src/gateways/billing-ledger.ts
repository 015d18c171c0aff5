import type { GrantedPlan } from '@outharbor/contract/granted-plan';
import type { SubscriptionRecord } from '@outharbor/contract/user-record';

/** Stored at `billing/{uid}`, and partly in `users/{uid}/subscription` in the same atomic write. */
export interface BillingLedger {
  read(uid: string): Promise<BillingState>;
  readRecord(uid: string): Promise<SubscriptionRecord>;
  /** Undefined if `state` is outdated: read it before querying the provider. `left` deletes the rest. */
  commit(uid: string, state: BillingState, change: BillingChange): Promise<BillingState | undefined>;
  readAll(uid: string): Promise<StoredUser>;
  /** In Unix seconds. No effect without a record. */
  announceSignOut(uid: string, seconds: number): Promise<void>;
  readLeaving(): Promise<string[]>;
  /** One page by uid, in uid order, starting after the uid `after`. */
  readEmails(after: string | undefined): Promise<ReadonlyMap<string, string | undefined>>;
  /** No effect without a record or during deletion. */
  writeEmail(uid: string, email: string): Promise<void>;
  /** Only users with a stored plan or an outstanding refund. */
  readPlans(): Promise<ReadonlyMap<string, StoredPlan>>;
  readProgress(): Promise<ReconcilerProgress>;
  writeProgress(progress: ReconcilerProgress): Promise<void>;
  ping(): Promise<void>;
}

interface StoredUser {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly billing: Readonly<Record<string, unknown>>;
}

export interface BillingState {
  /** Number of writes; 0 if there is no record yet. */
  readonly revision: number;
  readonly customerId: string | undefined;
  /** The provider account and mode that the customer belongs to. */
  readonly account: string | undefined;
  /** Created the stored session; a subscription bought in that session carries the same id. */
  readonly attempt: string | undefined;
  readonly sessionId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly planType: GrantedPlan | undefined;
  /** Unix seconds; undefined if the plan will be renewed. */
  readonly endsAt: number | undefined;
  readonly behind: true | undefined;
  /** Duplicate subscriptions whose refund the provider has not made yet, separated by spaces. */
  readonly refundDue: string | undefined;
  /** When deletion of the account began, if it is not complete; Unix seconds. */
  readonly leaving: number | undefined;
  /** When deletion was completed; nothing may be written afterwards. Unix seconds. */
  readonly left: number | undefined;
}

/** Absent keys are unchanged; null removes a key. `left` is final and removes all other keys but a refund that is due. */
export type BillingChange =
  | { readonly left: number; readonly refundDue?: string | undefined }
  | ({ readonly left?: undefined } & {
      readonly [Key in keyof Omit<BillingState, 'revision' | 'left'>]?: BillingState[Key] | null;
    });

export interface StoredPlan {
  readonly account: string | undefined;
  readonly planType: GrantedPlan | undefined;
  readonly endsAt: number | undefined;
  readonly behind: true | undefined;
  readonly subscriptionId: string | undefined;
  readonly refundDue: string | undefined;
  /** The plan in the user's record. */
  readonly shown: GrantedPlan | undefined;
}

/** Unix seconds; absent keys mean from the beginning. `walkDue`: the next comparison of all subscriptions. */
export interface ReconcilerProgress {
  readonly eventsUntil: number | undefined;
  readonly walkDue: number | undefined;
}

export const isGone = ({ leaving, left }: BillingState) => leaving !== undefined || left !== undefined;
