import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { pageAt } from './pages.ts';
import { preloadNextPages } from './preload.ts';

/** After navigation: sets the title, scrolls to the top, focuses `main` and preloads likely next pages. */
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
    // Crawlers load pages directly, so client-side navigation updates only the title.
    document.title = pageAt(pathname).title;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (navigationType !== 'POP') scrollTo(0, 0);
  }, [pathname, navigationType]);
  return null;
}

/** The browser restores the scroll position correctly only if everything above it has its final height. */
function layOutAll(): void {
  for (const section of document.querySelectorAll('.later')) section.classList.remove('later');
}
