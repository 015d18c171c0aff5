import { Suspense } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { SkipLink } from '../ui/SkipLink.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ACCOUNT_SHELL, NOT_FOUND_PAGE, PAGES, type Shell } from './pages.ts';
import { Ready } from './Ready.tsx';
import { RouteEffects } from './RouteEffects.tsx';
import { SiteShell } from './SiteShell.tsx';

const SHELLS = { site: SiteShell, account: ACCOUNT_SHELL.Component, bare: Outlet };

function routesIn(shell: Shell) {
  return PAGES.filter((page) => page.shell === shell).map(({ path, view: { Component } }) => (
    <Route key={path} path={path} caseSensitive element={<Component />} />
  ));
}

export function App() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary at={pathname}>
      <SkipLink />
      <RouteEffects />
      <Suspense>
        <Routes>
          {Object.entries(SHELLS).map(([shell, Component]) => (
            <Route key={shell} element={<Component />}>
              {routesIn(shell as Shell)}
            </Route>
          ))}
          <Route path="*" element={<NOT_FOUND_PAGE.view.Component />} />
        </Routes>
        <Ready />
      </Suspense>
    </ErrorBoundary>
  );
}
