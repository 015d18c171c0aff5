import { SITE_PATHS } from '@outharbor/contract/paths';

/** What a page tells the login page along with the way there. */
interface LoginState {
  /** Where to go after the login. */
  readonly from?: string;
  /** The account is new: its owner is signed in already and logs in all the same. */
  readonly registered?: boolean;
}

export const comeBackTo = (from: string): LoginState => ({ from });
export const JUST_REGISTERED: LoginState = { registered: true };

export const isJustRegistered = (state: LoginState | null) => state?.registered === true;

/** Where the login leads: back to the page that asked for it, or to the plans. */
export const afterLogin = (state: LoginState | null) => state?.from ?? SITE_PATHS.pricing;
