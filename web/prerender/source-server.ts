import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { stripVTControlCharacters as plain } from 'node:util';
import { createServer, type ViteDevServer } from 'vite';

const WEB = path.resolve(import.meta.dirname, '..');
/** Lets a page show an error, with no other content. */
const ERROR_PAGE = '<!doctype html><title>Error</title><script type="module" src="/@vite/client"></script>';

/**
 * Serves the site's sources with hot reload, and its pages rendered anew for each request. Its web socket is on
 * `server`; `headers` are those of pages.
 */
export async function startSourceServer(server: Server, headers: Readonly<Record<string, string>>) {
  const vite = await createServer({
    root: WEB,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
    // Libraries found later would be bundled anew, and pages would load some of them twice.
    optimizeDeps: { entries: ['src/app/client.tsx', 'src/pages/*.tsx'] },
  });
  const { hot } = vite.environments.client;
  let problem: Error | undefined;
  const tell = ({ message, stack = '' }: Error) =>
    hot.send({ type: 'error', err: { message: plain(message), stack: plain(stack) } });
  const showError = (error: Error) => {
    problem = error;
    tell(error);
  };
  const clearError = () => {
    if (problem === undefined) return;
    problem = undefined;
    hot.send({ type: 'full-reload' });
  };
  // A page that is opened later shows it too.
  hot.on('vite:client:connect', () => problem && tell(problem));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    try {
      const file = await searchFile(vite, pathname);
      if (file !== undefined) return void response.writeHead(200).end(file);
      const { status, html } = await renderPage(vite, pathname);
      response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      vite.ssrFixStacktrace(error);
      process.stderr.write(`${error.stack}\n`);
      showError(error);
      vite.watcher.once('all', clearError);
      response.writeHead(500, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(ERROR_PAGE);
    }
  };
  return {
    handle: (request: IncomingMessage, response: ServerResponse) =>
      vite.middlewares(request, response, () => void answer(request, response)),
    watch: (folders: readonly string[], onChange: (file: string) => void) => {
      vite.watcher.add([...folders]);
      vite.watcher.on('all', (_event, file) => {
        if (folders.some((folder) => `${file}/`.startsWith(`${folder}/`))) onChange(file);
      });
    },
    showError,
    clearError,
    close: () => vite.close(),
  };
}

async function searchFile(vite: ViteDevServer, pathname: string): Promise<string | undefined> {
  const { SEARCH_FILES } = await load<typeof import('./search-files.ts')>(vite, 'prerender/search-files.ts');
  return SEARCH_FILES[pathname.slice(1)];
}

async function renderPage(vite: ViteDevServer, pathname: string) {
  const [app, pages, content, { pageDocuments }, { SITE_CONTENT }, { renderDocument }] = await Promise.all([
    load<typeof import('../src/app/render.tsx')>(vite, 'src/app/render.tsx'),
    load<typeof import('../src/app/pages.ts')>(vite, 'src/app/pages.ts'),
    load<typeof import('../src/content/content-faults.ts')>(vite, 'src/content/content-faults.ts'),
    load<typeof import('../src/content/pages.ts')>(vite, 'src/content/pages.ts'),
    load<typeof import('../src/content/site-content.ts')>(vite, 'src/content/site-content.ts'),
    load<typeof import('./document.ts')>(vite, 'prerender/document.ts'),
  ]);
  const faults = content.contentFaults(SITE_CONTENT);
  if (faults.length > 0) throw new Error(`The content has faults:\n${faults.join('\n')}`);
  const page = pages.pageAt(pathname);
  const document = renderDocument({
    ...page,
    ...pageDocuments()[page.name],
    ...(await app.renderPage(page)),
    styles: '',
    bootScript: '',
    entry: '',
    library: '',
    chunks: [],
  });
  const html = document.replace(
    '</head>',
    '<link rel="stylesheet" href="/src/app/styles.css"><script type="module" src="/src/app/client.tsx"></script></head>',
  );
  return {
    status: page === pages.NOT_FOUND_PAGE ? 404 : 200,
    html: await vite.transformIndexHtml(pathname, html),
  };
}

const load = async <Module>(vite: ViteDevServer, file: string) =>
  (await vite.ssrLoadModule(`/${file}`)) as Module;
