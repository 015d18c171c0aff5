import { createServer } from 'node:http';
import { build } from 'esbuild';
import type { BrowserVisitor } from '../../../support/browser.ts';
import { startLocalServer } from '../../../support/local-server.ts';

export const GAPI_ORIGIN = 'https://apis.google.com';

const PAGE = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
<p role="status"></p><button id="popup">Popup</button><button id="redirect">Redirect</button><button id="link">Link</button>
<label>Provider <input id="provider" value="google.com"></label>
<script src="/app.js"></script>`;

export async function startProvidersApp() {
  const [app, gapi] = await Promise.all(['providers-app', 'gapi-iframes'].map(bundled));
  const server = await startLocalServer(
    createServer(({ url = '' }, response) => {
      const isScript = url === '/app.js';
      response
        .setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
        .end(isScript ? app : PAGE);
    }),
  );
  return {
    ...server,
    /** Opens the app in a tab, with a stand-in for the script that the SDK loads from Google. */
    open: async ({ context, openTab }: BrowserVisitor, emulatorUrl: string) => {
      await context.route(`${GAPI_ORIGIN}/**`, (route) => {
        return route.fulfill({ contentType: 'text/javascript', body: gapi ?? '' });
      });
      const page = await openTab();
      await page.goto(`${server.url}/?emulator=${encodeURIComponent(emulatorUrl)}`);
      return page;
    },
  };
}

async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(`./browser-scripts/${name}.ts`, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}
