import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { logError } from '../../lib/log.ts';
import { hasSignedInHint } from '../../lib/signed-in-hint.ts';
import { isSignedIn } from './accounts.ts';
import { afterLogin, isJustRegistered } from './login-return.ts';

/** Skips the login or registration page for visitors who are already signed in. */
export function useRedirectIfSignedIn(): void {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: check once, before the form can sign in
  useEffect(() => {
    let mounted = true;
    const showForm = () => delete document.documentElement.dataset.session;
    if (isJustRegistered(state) || !hasSignedInHint()) {
      showForm();
      return;
    }
    isSignedIn()
      .then((signedIn) =>
        signedIn && mounted ? navigate(afterLogin(search), { replace: true }) : showForm(),
      )
      .catch((error: unknown) => {
        logError('The sign-in state is unknown', error);
        showForm();
      });
    return () => {
      mounted = false;
    };
  }, []);
}
