import { SITE_PATHS } from '@outharbor/contract/paths';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { MESSAGES } from '../../content/messages.ts';
import { PRICING } from '../../content/pricing.ts';
import { logError } from '../../lib/log.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LogoLink } from '../../ui/Logo.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { signOutUser } from '../auth/accounts.ts';
import { loginReturningTo } from '../auth/login-return.ts';
import type { Session } from '../auth/session.ts';
import { notify } from '../notifications/notify.ts';

/** The account controls are in the bar on wide screens and in the menu on small ones. */
export function PricingHeader({ session }: { readonly session: Session }) {
  const controls = (
    <div className="account-controls">
      <AccountControls session={session} />
    </div>
  );
  return (
    <header className="site-header">
      <div className="bar">
        <LogoLink />
        <div className="wide-only">{controls}</div>
        <div className="narrow-only">
          <Menu id="account-menu" label={PRICING.menu}>
            {controls}
          </Menu>
        </div>
      </div>
    </header>
  );
}

function AccountControls({ session }: { readonly session: Session }) {
  const { loggingOut, logout, takeFocus } = useLogout();
  const { pathname } = useLocation();
  if (session.status === 'checking') {
    return (
      <p className="account-name account-unknown">
        <Icon name="user" />
      </p>
    );
  }
  if (session.status !== 'signed-in') {
    return (
      <Link className="button button-quiet account-login" to={loginReturningTo(pathname)} ref={takeFocus}>
        {PRICING.login}
      </Link>
    );
  }
  return (
    <>
      <Link className="account-name" to={SITE_PATHS.account}>
        <Icon name="user" />
        <bdi title={session.name}>{session.name}</bdi>
      </Link>
      <BusyButton tone="quiet" busy={loggingOut} onClick={logout}>
        {PRICING.logout}
      </BusyButton>
    </>
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
