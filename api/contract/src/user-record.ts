/** The record at `users/{uid}` of the realtime database. */
import type { PlanName } from './plans.ts';

export interface UserRecord {
  readonly uid: string;
  readonly email: string;
  readonly userName: string;
  /** Written by the API alone; the rules refuse every write by a user. */
  readonly subscription?: SubscriptionRecord;
}

export interface SubscriptionRecord {
  /** The plan that is paid for, absent while there is none. */
  readonly planType?: PlanName;
  /** The latest checkout session of the user. */
  readonly sessionId?: string;
}

/** Where the database keeps things; `{uid}` is never taken from an unchecked request. */
export const DATABASE_PATHS = {
  user: (uid: string) => `users/${uid}`,
  subscription: (uid: string) => `users/${uid}/subscription`,
} as const;
