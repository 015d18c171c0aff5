export type ActionType =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN';

/** An emailed code and the action that it permits. */
export interface ActionCode {
  readonly code: string;
  readonly type: ActionType;
  /** Recipient of the code; for a change of address, the old address. */
  readonly email: string;
  readonly newEmail?: string | undefined;
  readonly link: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** Validity of each type of code, as in the service's own emails. */
export const LIFETIME_MS: Readonly<Record<ActionType, number>> = {
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: 6 * HOUR_MS,
  VERIFY_EMAIL: 72 * HOUR_MS,
  VERIFY_AND_CHANGE_EMAIL: 72 * HOUR_MS,
  RECOVER_EMAIL: 30 * 24 * HOUR_MS,
};
