import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { ACCOUNT_SHELL, NOT_FOUND_PAGE, PAGES, type Page, preloadPage } from './pages.ts';

export { canonicalOf, seoOf } from './document-head.ts';
export { NOT_FOUND_PAGE, PAGES };

/** The markup of a page, as the client will find it. */
export async function renderPage(page: Page): Promise<string> {
  await Promise.all([preloadPage(page), ACCOUNT_SHELL.preload()]);
  return renderToString(
    <StaticRouter location={page.path === '*' ? '/no-such-page' : page.path}>
      <App />
    </StaticRouter>,
  );
}
