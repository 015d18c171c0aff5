import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { MESSAGES } from '../content/account.ts';
import { Toasts } from '../features/notifications/Toasts.tsx';
import { logError } from '../lib/log.ts';
import { PageStyles } from '../ui/PageStyles.tsx';
import { useOnline } from '../ui/use-online.ts';
import styles from './account-shell.css?inline';
import { PAGES, preloadPage } from './pages.ts';

/** Around the pages that talk to a service: toasts that outlive a change of page, and a word when offline. */
export function AccountShell() {
  const online = useOnline();
  useEffect(preloadAccountPages, []);
  return (
    <>
      <PageStyles name="account-shell" css={styles} />
      <p className="offline-notice" role="status">
        {online ? '' : MESSAGES.offline}
      </p>
      <Outlet />
      <Toasts />
    </>
  );
}

/** They follow one another without a tap on a link that could announce the next one. */
function preloadAccountPages(): void {
  for (const page of PAGES.filter(({ shell }) => shell === 'account')) {
    preloadPage(page).catch((error: unknown) => logError('A page could not be fetched ahead', error));
  }
}
