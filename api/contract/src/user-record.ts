import type { GrantedPlan } from './granted-plan.ts';

export interface Profile {
  readonly uid: string;
  readonly email: string;
  readonly userName: string;
}

/** Users write their profile, when registering; only the API writes the rest. */
export interface UserRecord extends Profile {
  /** Unix seconds; earlier sign-ins are revoked. */
  readonly signedOutAt?: number;
  readonly subscription?: SubscriptionRecord;
}

export interface SubscriptionRecord {
  readonly planType?: GrantedPlan;
  /** The latest checkout session. */
  readonly sessionId?: string;
  /** Unix seconds; set if the plan was cancelled. */
  readonly endsAt?: number;
  /** The last payment failed and the provider is retrying it. */
  readonly pastDue?: true;
}

/** A Firebase uid without characters that have a meaning in database paths. */
export const UID = /^[A-Za-z0-9_-]{1,128}$/;

/** Whether `text`, from outside a request, is safe to use in a database path. */
export const isUid = (text: string): boolean => UID.test(text);

export const userPath = (uid: string) => `users/${uid}`;

/** `uid` must have been checked: it becomes part of the path. Users cannot read `billing`. */
export const DATABASE_PATHS = {
  user: userPath,
  subscription: (uid: string) => `users/${uid}/subscription`,
  billing: (uid: string) => `billing/${uid}`,
  allBilling: 'billing',
  allUsers: 'users',
  reconciler: 'reconciler',
} as const;

/** No ID token has this property, so the rules can tell the API from users. */
export const API_DATABASE_IDENTITY = { service: 'api' } as const;
