import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { logError } from '../../lib/log.ts';
import { somebodyMayBeSignedIn } from '../../lib/signed-in-hint.ts';
import { isSignedIn } from './accounts.ts';
import { afterLogin, isJustRegistered } from './come-back.ts';

/** Leads on who is signed in as the page is opened: there is nothing to fill in for them. */
export function useLeadOn(): void {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, before the form can have signed anybody in
  useEffect(() => {
    let here = true;
    const showForm = () => delete document.documentElement.dataset.session;
    if (isJustRegistered(state) || !somebodyMayBeSignedIn()) {
      showForm();
      return;
    }
    isSignedIn()
      .then((yes) => (yes && here ? navigate(afterLogin(search), { replace: true }) : showForm()))
      .catch((error: unknown) => {
        logError('It is not known who is signed in', error);
        showForm();
      });
    return () => {
      here = false;
    };
  }, []);
}
