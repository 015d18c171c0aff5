/** What the realtime database holds about a user. */
import type { PlanName } from './plans.ts';

/** The part of the record that its user writes, as a whole when registering. */
export interface Profile {
  readonly uid: string;
  readonly email: string;
  readonly userName: string;
}

/** The record at `users/{uid}`, readable by its user. */
export interface UserRecord extends Profile {
  /** Sign-ins before this time are over; Unix seconds, written by the API alone. */
  readonly signedOutAt?: number;
  /** Written by the API alone; the rules refuse every write by a user. */
  readonly subscription?: SubscriptionRecord;
}

export interface SubscriptionRecord {
  /** The plan that is paid for, absent while there is none. */
  readonly planType?: PlanName;
  /** The latest checkout session of the user. */
  readonly sessionId?: string;
  /** When the plan ends, where it has been cancelled; Unix seconds. */
  readonly endsAt?: number;
  /** The last payment failed, and the provider tries again. */
  readonly behind?: true;
}

/** The only path that the site has to know. */
export const userPath = (uid: string) => `users/${uid}`;

/** Where the database keeps things; `{uid}` is never taken from an unchecked request. */
export const DATABASE_PATHS = {
  user: userPath,
  subscription: (uid: string) => `users/${uid}/subscription`,
  /** The API's own bookkeeping of a user, which no user can read. */
  billing: (uid: string) => `billing/${uid}`,
  allBilling: 'billing',
  allUsers: 'users',
  reconciler: 'reconciler',
} as const;

/**
 * The identity under which the API writes. It is no property of any ID token,
 * so the rules can tell the API from every user.
 */
export const API_DATABASE_IDENTITY = { service: 'api' } as const;
