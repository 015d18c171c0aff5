import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../content/messages.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../notifications/notify.ts';
import { signOutUser } from './accounts.ts';
import { loginReturningTo } from './login-return.ts';

/** Milliseconds between the toast and the login page. */
const REDIRECT_DELAY = 2000;

/** Shows a toast, then redirects to login and from there back here, unless the visitor leaves first. */
export function useLoginRedirect() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const redirectWith = useCallback(
    (message: string) => {
      notify.failure(message);
      const here = pathname + search;
      // Signing out may remove the component that noticed the ended session, so the timer outlives it.
      setTimeout(() => {
        if (location.pathname + location.search === here) navigate(loginReturningTo(here));
      }, REDIRECT_DELAY);
    },
    [navigate, pathname, search],
  );
  const loginFirst = useCallback(() => redirectWith(MESSAGES.loginFirst), [redirectWith]);
  /** Also signs out locally: the browser may still have the ended session. */
  const loginAgain = useCallback(() => {
    signOutUser().catch((error: unknown) => logError('The user could not be signed out', error));
    redirectWith(MESSAGES.loginAgain);
  }, [redirectWith]);
  return { loginFirst, loginAgain };
}
