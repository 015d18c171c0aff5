const HOUR_MS = 60 * 60 * 1000;

/** Validity of each type of code, as in the service's own emails. */
export const LIFETIME_MS = {
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: 6 * HOUR_MS,
  VERIFY_EMAIL: 72 * HOUR_MS,
  VERIFY_AND_CHANGE_EMAIL: 72 * HOUR_MS,
  RECOVER_EMAIL: 30 * 24 * HOUR_MS,
  REVERT_SECOND_FACTOR_ADDITION: 30 * 24 * HOUR_MS,
};

export type ActionType = keyof typeof LIFETIME_MS;

/** An emailed code and the action that it permits. */
export interface ActionCode {
  readonly code: string;
  readonly type: ActionType;
  /** Whose account it changes; absent for a sign-in. */
  readonly localId?: string | undefined;
  /** Recipient of the code; for a change of address, the old address. */
  readonly email: string;
  /** The address after a change, which the code confirms or undoes. */
  readonly newEmail?: string | undefined;
  /** The second factor whose enrollment the code undoes. */
  readonly mfaEnrollmentId?: string | undefined;
  readonly link: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
