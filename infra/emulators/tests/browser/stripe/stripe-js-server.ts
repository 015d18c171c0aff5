import { createServer } from 'node:http';
import { build } from 'esbuild';
import { startLocalServer } from '../../support/local-server.ts';

export interface StripeJsApp {
  readonly origin: string;
  close(): Promise<void>;
}

const PAGE = (
  script: string,
) => `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
<h1>App</h1><p role="status"></p><button>Pay</button><div id="place"></div>
${script}<script src="/app.js"></script>`;

/** An app on another site than the emulator. Its page loads the emulator's script unless asked for `bare`. */
export async function startStripeJsApp(pagesUrl: () => string): Promise<StripeJsApp> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./browser-scripts/stripe-js-app.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
  });
  const app = outputFiles[0]?.text ?? '';
  const server = createServer(({ url = '' }, response) => {
    const isApp = url === '/app.js';
    const script = url.includes('bare') ? '' : `<script src="${pagesUrl()}/js/endive/stripe.js"></script>`;
    response
      .setHeader('content-type', isApp ? 'text/javascript' : 'text/html')
      .end(isApp ? app : PAGE(script));
  });
  const { port, close } = await startLocalServer(server);
  return { origin: `http://localhost:${port}`, close };
}
