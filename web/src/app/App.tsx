import { pagePath } from '@outharbor/contract/paths';
import { memo, Suspense, useDeferredValue } from 'react';
import { type Location, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { FOOTER_LINKS } from '../content/navigation.ts';
import type { Shell } from '../content/pages.ts';
import { SiteFooter } from '../ui/SiteFooter.tsx';
import { SiteHeader } from '../ui/SiteHeader.tsx';
import { SkipLink } from '../ui/SkipLink.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ACCOUNT_SHELL, isLoaded, NOT_FOUND_PAGE, PAGES, pageAt } from './pages.ts';
import { Ready } from './Ready.tsx';
import { RouteEffects } from './RouteEffects.tsx';

function SiteShell() {
  return (
    <>
      <SiteHeader />
      <Outlet />
      <SiteFooter links={FOOTER_LINKS} />
    </>
  );
}

const SHELLS = { site: SiteShell, account: ACCOUNT_SHELL.Component, bare: Outlet };

function routesIn(shell: Shell) {
  return PAGES.filter((page) => page.shell === shell).map(({ path, view: { Component } }) => (
    <Route key={path} path={path} caseSensitive element={<Component />} />
  ));
}

const PageRoutes = memo(({ at }: { readonly at: Location }) => (
  <Routes location={at}>
    {Object.entries(SHELLS).map(([shell, Component]) => (
      <Route key={shell} element={<Component />}>
        {routesIn(shell as Shell)}
      </Route>
    ))}
    <Route path="*" element={<OtherPath at={at} />} />
  </Routes>
));

/** Another spelling of a page's path leads to the page, as at the front doors. */
function OtherPath({ at: { pathname, search, hash } }: { readonly at: Location }) {
  const path = pagePath(pathname);
  return path ? (
    <Navigate to={{ pathname: path, search, hash }} replace />
  ) : (
    <NOT_FOUND_PAGE.view.Component />
  );
}

/** Shows a loaded page at once; keeps the current page until a page that is not loaded has been fetched. */
function useShownLocation(): Location {
  const location = useLocation();
  const settled = useDeferredValue(location);
  return isLoaded(pageAt(location.pathname)) ? location : settled;
}

export function App() {
  const shown = useShownLocation();
  return (
    <ErrorBoundary at={shown.pathname}>
      <SkipLink />
      <RouteEffects pathname={shown.pathname} />
      <Suspense>
        <PageRoutes at={shown} />
        <Ready />
      </Suspense>
    </ErrorBoundary>
  );
}
