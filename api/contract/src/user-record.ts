/** What the realtime database holds about a user. */
import type { PlanName } from './plans.ts';

/** The record at `users/{uid}`, readable by its user. */
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
  /** The API's own bookkeeping of a user, which no user can read. */
  billing: (uid: string) => `billing/${uid}`,
  allBilling: 'billing',
  reconciler: 'reconciler',
} as const;

/**
 * The identity under which the API writes. It is no property of any ID token,
 * so the rules can tell the API from every user.
 */
export const API_DATABASE_IDENTITY = { service: 'api' } as const;
