import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { BRAND } from '../content/brand.ts';
import { logError } from '../lib/log.ts';
import { loadChunk, restoreInput, watchPageExit } from '../lib/renew.ts';
import { App } from './App.tsx';
import { pageAt, preloadPage } from './pages.ts';
import { preloadOnIntent } from './preload.ts';

const SITE = (
  <BrowserRouter useTransitions={false}>
    <App />
  </BrowserRouter>
);

/** A browser that translates changes the texts, so that React could not hydrate them; it translates new ones too. */
const isTranslated = (root: HTMLElement) =>
  root.querySelector('font') !== null || document.documentElement.lang !== BRAND.language;

/** Hydrates the prerendered page. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  await loadChunk(() => preloadPage(pageAt(location.pathname)));
  // A transition hydrates in slices; in one task it would delay taps on a slow phone.
  startTransition(() => {
    if (isTranslated(root)) createRoot(root).render(SITE);
    else
      hydrateRoot(root, SITE, {
        onRecoverableError: (error) => logError('The prerendered page differs from the rendered one', error),
      });
  });
  preloadOnIntent();
}

watchPageExit();
try {
  restoreInput();
} catch (error) {
  logError('Form input cannot be restored', error);
}
start().catch((error: unknown) => logError('The application did not start', error));
