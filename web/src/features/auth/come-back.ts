import { SITE_PATHS } from '@outharbor/contract/paths';

/** What the registration tells the login page along with the way there. */
interface LoginState {
  /** The account is new: its owner is signed in already and logs in all the same. */
  readonly registered?: boolean;
}

export const JUST_REGISTERED: LoginState = { registered: true };

export const isJustRegistered = (state: LoginState | null) => state?.registered === true;

/** The pages that lead to the login and back. */
const RETURNED_TO: readonly string[] = [SITE_PATHS.pricing, SITE_PATHS.account, SITE_PATHS.success];

/**
 * The login page, which leads back to `address`, a path of the site with its query. The link itself says so, since one
 * that is pressed before React has the page has nothing else to say it with.
 */
export const loginBackTo = (address: string) =>
  SITE_PATHS.login + (address === SITE_PATHS.pricing ? '' : `?next=${encodeURIComponent(address)}`);

/** Where the login leads, by the query of its address, which anybody can have written: to the plans or a listed page. */
export function afterLogin(query: string): string {
  const next = new URLSearchParams(query).get('next') ?? '';
  const [path = ''] = next.split('?', 1);
  return RETURNED_TO.includes(path) ? next : SITE_PATHS.pricing;
}
