import { SITE_PATHS } from '@outharbor/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MESSAGES, PRICING } from '../../content/account.ts';
import { logError } from '../../lib/log.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { signOutUser } from '../auth/accounts.ts';
import type { Session } from '../auth/session.ts';
import { notify } from '../notifications/notify.ts';

export function AccountControls({ session }: { readonly session: Session }) {
  const { leaving, logout } = useLogout();
  if (session.status !== 'signed-in') {
    return (
      <div className="account-controls">
        <Link className="button button-quiet button-regular" to={SITE_PATHS.login}>
          {PRICING.login}
        </Link>
      </div>
    );
  }
  return (
    <div className="account-controls">
      <p className="account-name">
        <Icon name="user" />
        <bdi title={session.name}>{session.name}</bdi>
      </p>
      <BusyButton tone="quiet" busy={leaving} onClick={logout}>
        {PRICING.logout}
      </BusyButton>
    </div>
  );
}

function useLogout() {
  const [leaving, setLeaving] = useState(false);
  const logout = async () => {
    setLeaving(true);
    try {
      await signOutUser();
      notify.success(MESSAGES.loggedOut);
    } catch (error) {
      logError('The user is not signed out', error);
      notify.failure(MESSAGES.somethingWentWrong);
    } finally {
      setLeaving(false);
    }
  };
  return { leaving, logout };
}
