export type ActionType =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN';

/** A code that was mailed to somebody, and what it allows. */
export interface ActionCode {
  readonly code: string;
  readonly type: ActionType;
  /** Whom it was made for; the address of a change is the old one. */
  readonly email: string;
  readonly newEmail?: string | undefined;
  readonly link: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** How long each kind of code is good for, as in the service's own mails. */
export const LIFETIME_MS: Readonly<Record<ActionType, number>> = {
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: 6 * HOUR_MS,
  VERIFY_EMAIL: 72 * HOUR_MS,
  VERIFY_AND_CHANGE_EMAIL: 72 * HOUR_MS,
  RECOVER_EMAIL: 30 * 24 * HOUR_MS,
};
