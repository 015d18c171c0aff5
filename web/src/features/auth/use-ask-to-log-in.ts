import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MESSAGES } from '../../content/messages.ts';
import { logError } from '../../lib/log.ts';
import { notify } from '../notifications/notify.ts';
import { signOutUser } from './accounts.ts';
import { loginBackTo } from './come-back.ts';

/** Milliseconds between the message and the login page. */
const DELAY = 2000;

/** Says why one has to log in and leads to the login page, which leads back; not if the page is left before. */
export function useAskToLogIn() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = useCallback(
    (message: string) => {
      notify.failure(message);
      clearTimeout(timer.current);
      const login = loginBackTo(pathname + search);
      timer.current = setTimeout(() => navigate(login), DELAY);
    },
    [navigate, pathname, search],
  );
  const loginFirst = useCallback(() => ask(MESSAGES.loginFirst), [ask]);
  /** Whoever has to log in again is not signed in any more, whatever the browser remembers. */
  const loginAgain = useCallback(() => {
    signOutUser().catch((error: unknown) => logError('The user is not signed out', error));
    ask(MESSAGES.loginAgain);
  }, [ask]);
  return { loginFirst, loginAgain };
}
