import { createServer, request as forward } from 'node:http';
import { build } from 'esbuild';
import { startLocalServer } from '../../../support/local-server.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Embedding page</title><link rel="icon" href="data:,"><div id="root"></div><script src="/embedding-page.js"></script>';

export type EmbeddingServer = Awaited<ReturnType<typeof startEmbeddingServer>>;

/** Serves a page with the unmodified library, and proxies `pagesPath` to the emulator like a front door. */
export async function startEmbeddingServer(emulatorUrl: string, pagesPath: string) {
  const script = await bundle();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith(pagesPath)) {
      const headers = { ...request.headers, 'x-emulator-public': '1' };
      const onward = forward(`${emulatorUrl}${path}`, { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
      return;
    }
    const isScript = path === '/embedding-page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    const given = path.split('/site?')[1];
    response.end(isScript ? script : given === undefined ? PAGE : decodeURIComponent(given));
  });
  const { url, close } = await startLocalServer(server);
  return {
    url,
    /** The address of a page that embeds the widget with these props. */
    pageFor: (props: object) => `${url}/#${encodeURIComponent(JSON.stringify(props))}`,
    /** The address of a page with this markup. */
    siteOf: (markup: string) => `${url}/site?${encodeURIComponent(markup)}`,
    close,
  };
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./browser-scripts/embedding-page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
