import { SITE_PATHS } from '@outharbor/contract/paths';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { MESSAGES } from '../../content/messages.ts';
import { PRICING } from '../../content/pricing.ts';
import { logError } from '../../lib/log.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { signOutUser } from '../auth/accounts.ts';
import { loginReturningTo } from '../auth/login-return.ts';
import type { Session } from '../auth/session.ts';
import { notify } from '../notifications/notify.ts';

export function AccountControls({ session }: { readonly session: Session }) {
  const { loggingOut, logout, takeFocus } = useLogout();
  const { pathname } = useLocation();
  if (session.status === 'checking') {
    return (
      <div className="account-controls">
        <p className="account-name account-unknown">
          <Icon name="user" />
        </p>
      </div>
    );
  }
  if (session.status !== 'signed-in') {
    return (
      <div className="account-controls">
        <Link className="button button-quiet account-login" to={loginReturningTo(pathname)} ref={takeFocus}>
          {PRICING.login}
        </Link>
      </div>
    );
  }
  return (
    <div className="account-controls">
      <Link className="account-name" to={SITE_PATHS.account}>
        <Icon name="user" />
        <bdi title={session.name}>{session.name}</bdi>
      </Link>
      <BusyButton tone="quiet" busy={loggingOut} onClick={logout}>
        {PRICING.logout}
      </BusyButton>
    </div>
  );
}

function useLogout() {
  const [loggingOut, setLoggingOut] = useState(false);
  const pressed = useRef(false);
  const logout = async () => {
    setLoggingOut(true);
    pressed.current = true;
    try {
      await signOutUser();
      notify.success(MESSAGES.loggedOut);
    } catch (error) {
      logError('The user could not be signed out', error);
      notify.failure(MESSAGES.somethingWentWrong);
      pressed.current = false;
    } finally {
      setLoggingOut(false);
    }
  };
  /** Logging out removes the focused Logout button, so focus moves to the Login link that replaces it. */
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (!link) return;
    if (pressed.current && document.activeElement === document.body) link.focus();
    pressed.current = false;
  };
  return { loggingOut, logout, takeFocus };
}
