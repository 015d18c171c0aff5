import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { applyHead } from './document-head.ts';
import { pageAt } from './pages.ts';

/** After a change of page: its head, the top of it, and the focus on its main landmark. */
export function RouteEffects({ pathname }: { readonly pathname: string }) {
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    applyHead(pageAt(pathname).path);
    document.getElementById('main')?.focus({ preventScroll: true });
    if (navigationType !== 'POP') scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, navigationType]);
  return null;
}
