import { createServer } from 'node:http';
import { build } from 'esbuild';
import { startLocalServer } from '../local-server.ts';

const PAGE = (
  stripeJs: string,
) => `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
<h1>App</h1><p role="status"></p><button>Pay</button><div id="place"></div>
${stripeJs}<script src="/app.js"></script>`;

/**
 * Serves `script` as an app on another site than the emulator. Its page loads the emulator's script unless
 * asked for `bare`.
 */
export async function startAppOnAnotherSite(script: URL, pagesUrl: () => string) {
  const { outputFiles } = await build({
    entryPoints: [script.pathname],
    bundle: true,
    write: false,
    format: 'iife',
  });
  const app = outputFiles[0]?.text ?? '';
  const server = createServer(({ url = '' }, response) => {
    const isApp = url === '/app.js';
    const stripeJs = url.includes('bare') ? '' : `<script src="${pagesUrl()}/js/endive/stripe.js"></script>`;
    response
      .setHeader('content-type', isApp ? 'text/javascript' : 'text/html')
      .end(isApp ? app : PAGE(stripeJs));
  });
  const { port, close } = await startLocalServer(server);
  return { origin: `http://localhost:${port}`, close };
}
