import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { logError } from '../lib/log.ts';
import { part, restoreTyped, watchLeaving } from '../lib/renew.ts';
import { App } from './App.tsx';
import { pageAt, preloadPage } from './pages.ts';
import { preloadOnIntent } from './preload-on-intent.ts';

/** Takes over the prerendered page. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  await part(() => preloadPage(pageAt(location.pathname)));
  // In slices: in one piece it would hold a slow phone up for longer than a tap may wait.
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>,
      {
        onRecoverableError: (error) =>
          logError('The prerendered page is not what the application renders', error),
      },
    );
  });
  preloadOnIntent();
}

watchLeaving();
try {
  restoreTyped();
} catch (error) {
  logError('What was typed before cannot be put back', error);
}
start().catch((error: unknown) => logError('The application did not start', error));
