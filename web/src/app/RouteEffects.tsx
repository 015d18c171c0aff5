import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { pageAt } from './pages.ts';
import { preloadNextPages } from './preload-next-pages.ts';

/** After a change of page: its head, the top of it, the focus on its main landmark, and what may come next. */
export function RouteEffects({ pathname }: { readonly pathname: string }) {
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname && navigationType === 'POP') layOutAll();
  }, [pathname, navigationType]);
  useEffect(() => preloadNextPages(pathname), [pathname]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Only people navigate like that, and what they see of a head is its title.
    document.title = pageAt(pathname).title;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (navigationType !== 'POP') scrollTo(0, 0);
  }, [pathname, navigationType]);
  return null;
}

/** The browser leads back to where the visitor was, which is there only if all above it has its height. */
function layOutAll(): void {
  for (const section of document.querySelectorAll('.later')) section.classList.remove('later');
}
