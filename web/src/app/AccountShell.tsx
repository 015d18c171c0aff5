import { Outlet } from 'react-router-dom';
import { MESSAGES } from '../content/messages.ts';
import { ACCOUNT_FOOTER_LINKS } from '../content/navigation.ts';
import { Toasts } from '../features/notifications/Toasts.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import { SiteFooter } from '../ui/SiteFooter.tsx';
import { useOnline } from '../ui/use-online.ts';
import styles from './account-shell.css?inline';

/** Wraps the pages that talk to a service. Toasts survive navigation; a notice appears when offline. */
export function AccountShell() {
  const online = useOnline();
  return (
    <>
      <PageStyles name="account-shell" css={styles} />
      <p className="offline-notice" role="status">
        {online ? '' : MESSAGES.offline}
      </p>
      <Outlet />
      <Toasts />
      <SiteFooter links={ACCOUNT_FOOTER_LINKS} />
    </>
  );
}
