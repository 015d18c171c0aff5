import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './App.tsx';
import { ACCOUNT_SHELL, NOT_FOUND_PAGE, PAGES, type Page, preloadPage } from './pages.ts';

export { NOT_FOUND_PAGE, PAGES };

/** Resolves with the style sheets and image preloads for the head, and with the content of the root element. */
export async function renderPage(page: Page) {
  await Promise.all([preloadPage(page), ACCOUNT_SHELL.preload()]);
  const html = renderToString(
    <StaticRouter location={page.path === '*' ? '/no-such-page' : page.path}>
      <App />
    </StaticRouter>,
  );
  // React leaves a part that throws to the browser, without an error here.
  if (html.includes('<!--$!-->')) throw new Error(`The page ${page.path} cannot be rendered.`);
  // React writes head elements before the markup.
  const [head = ''] = /^(<link [^>]*>|<style [^>]*>.*?<\/style>)*/s.exec(html) ?? [];
  return { head, markup: html.slice(head.length) };
}
