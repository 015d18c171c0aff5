import { SITE_PATHS } from '@outharbor/contract/paths';

/** Router state that registration passes to the login page. */
interface LoginState {
  /** The user has just registered: they are signed in, but still log in. */
  readonly registered?: boolean;
}

export const JUST_REGISTERED: LoginState = { registered: true };

export const isJustRegistered = (state: LoginState | null) => state?.registered === true;

/** Pages that login may return to. */
const RETURN_PATHS: readonly string[] = [SITE_PATHS.pricing, SITE_PATHS.account, SITE_PATHS.success];

/**
 * The login path that returns to `address`, a site path with query. The target is in the URL because a link
 * pressed before hydration has no router state.
 */
export const loginReturningTo = (address: string) =>
  SITE_PATHS.login + (address === SITE_PATHS.pricing ? '' : `?next=${encodeURIComponent(address)}`);

/** Where login leads: to the allowlisted page in the query, which is untrusted, or to pricing. */
export function afterLogin(query: string): string {
  const next = new URLSearchParams(query).get('next') ?? '';
  const [path = ''] = next.split('?', 1);
  return RETURN_PATHS.includes(path) ? next : SITE_PATHS.pricing;
}
