/** The shape and paths of the data in the realtime database. */
import type { PlanName } from './plans.ts';

/** The part that the user writes, all at once, when registering. */
export interface Profile {
  readonly uid: string;
  readonly email: string;
  readonly userName: string;
}

/** The record at `users/{uid}`, readable by its user. */
export interface UserRecord extends Profile {
  /** Sign-ins before this time are revoked; Unix seconds. Written only by the API. */
  readonly signedOutAt?: number;
  /** Written only by the API; the rules reject writes by users. */
  readonly subscription?: SubscriptionRecord;
}

export interface SubscriptionRecord {
  /** The paid plan; absent if there is none. */
  readonly planType?: PlanName;
  /** The user's latest checkout session. */
  readonly sessionId?: string;
  /** When a cancelled plan ends; Unix seconds. */
  readonly endsAt?: number;
  /** The last payment failed and the provider is retrying it. */
  readonly behind?: true;
}

/** The only database path that the site uses. */
export const userPath = (uid: string) => `users/${uid}`;

/** `uid` must have been checked: it becomes part of the path. */
export const DATABASE_PATHS = {
  user: userPath,
  subscription: (uid: string) => `users/${uid}/subscription`,
  /** The API's own billing state, unreadable by users. */
  billing: (uid: string) => `billing/${uid}`,
  allBilling: 'billing',
  allUsers: 'users',
  reconciler: 'reconciler',
} as const;

/**
 * The identity the API writes with. No ID token has this property, so the rules can tell the API from users.
 */
export const API_DATABASE_IDENTITY = { service: 'api' } as const;
