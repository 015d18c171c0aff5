import { Outlet } from 'react-router-dom';
import { MESSAGES } from '../content/account.ts';
import { Toasts } from '../features/notifications/Toasts.tsx';
import { useOnline } from '../ui/use-online.ts';

/** Around the pages that talk to a service: toasts that outlive a change of page, and a word when offline. */
export function AccountShell() {
  const online = useOnline();
  return (
    <>
      <p className="offline-notice" role="status">
        {online ? '' : MESSAGES.offline}
      </p>
      <Outlet />
      <Toasts />
    </>
  );
}
