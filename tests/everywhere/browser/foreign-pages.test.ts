import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startConsole } from '@outharbor/console';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { Closing } from '@outharbor/embedded/closing';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../../../infra/emulators/tests/support/browser.ts';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { startWatchingProxy } from '../../support/webdriver/watching-proxy.ts';
import { startWebkit } from '../../support/webdriver/webkit.ts';

const SCRIPT = new URL('../../support/browser/browser-scripts/foreign-page.ts', import.meta.url);
const FOREIGN = 'evil.example';
const LAN = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const HOSTS = [
  '127.0.0.1',
  'localhost',
  '0.0.0.0',
  '[::1]',
  'rebound.example',
  ...(LAN === undefined ? [] : [LAN]),
];
/** Where a foreign page may be, beside a name: on the local network. */
const NAMES = {
  ...{ localhost: '127.0.0.1', '127.0.0.1': '127.0.0.1', '0.0.0.0': '0.0.0.0', '[::1]': '::1' },
  ...{
    [FOREIGN]: '127.0.0.1',
    'rebound.example': '127.0.0.1',
    '192.168.77.1': '127.0.0.1',
    router: '127.0.0.1',
  },
  ...(LAN !== undefined && { [LAN]: LAN }),
};
const PATIENCE = { timeout: 300_000 };

const closing = new Closing();
afterAll(() => closing.close());
let ports: Record<string, string>;
let pages: { readonly port: number };
let proxy: { readonly address: string };
let readState: () => Promise<unknown>;

beforeAll(async () => {
  const host = '::';
  const rules = { rules: { '.read': false, '.write': false } };
  const [database, identity, stripe, scheduling] = await Promise.all([
    closing.add(startDatabaseEmulator({ host, rules, controlPort: 0 })),
    closing.add(startIdentityEmulator({ host, projectId: 'demo-project', permissive: true, controlPort: 0 })),
    closing.add(startStripeEmulator({ host })),
    closing.add(startSchedulingEmulator({ host })),
  ]);
  const console = await closing.add(
    startConsole({
      host,
      targets: {
        projectId: 'demo-project',
        databaseNamespace: 'demo',
        databaseUrl: database.url,
        databaseControlUrl: database.controlUrl,
        stripeUrl: stripe.url,
        stripeControlUrl: stripe.controlUrl,
      },
    }),
  );
  const urls = {
    ...{
      database: database.url,
      identity: identity.url,
      stripe: stripe.url,
      scheduling: scheduling.url,
      console: console.url,
    },
    ...{
      databaseControl: database.controlUrl,
      identityControl: identity.controlUrl,
      stripeControl: stripe.controlUrl,
    },
  };
  ports = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, new URL(url ?? '').port]));
  const asOwner = { authorization: 'Bearer owner' };
  const root = `http://127.0.0.1:${database.port}/.json?ns=demo`;
  await fetch(root, { method: 'PUT', headers: asOwner, body: '{"secret":"mine"}' });
  readState = async () => {
    const data = await (await fetch(root, { headers: asOwner })).json();
    const states = await Promise.all([identity.state(), stripe.state(), scheduling.state()]);
    const text = JSON.stringify([data, ...states], (name, value) => (name === 'now' ? undefined : value));
    return JSON.parse(text);
  };
  const script = await build({
    entryPoints: [fileURLToPath(SCRIPT)],
    bundle: true,
    write: false,
    format: 'esm',
  });
  const page = (policy: string) =>
    `<!doctype html><title></title><meta name=referrer content=${policy}><body><script type=module>${script.outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
  pages = await closing.add(
    startLocalServer(
      createServer(({ url = '' }, response) => {
        response.setHeader('content-type', 'text/html');
        response.end(url.startsWith('/?') ? page(url.includes('own') ? 'origin' : 'no-referrer') : '');
      }),
    ),
  );
  proxy = await closing.add(startWatchingProxy({ names: NAMES }));
}, 300_000);

/** Closes after the test. */
interface Tab {
  open(url: string): Promise<unknown>;
  title(): Promise<unknown>;
}

async function openChromium(): Promise<Tab> {
  const browser = await launchBrowser([`--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>']);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  return { open: (url) => page.goto(url), title: () => page.title() };
}

async function openWebkit(): Promise<Tab> {
  const folder = await temporaryFolder();
  const { page, close } = await startWebkit({ profile: folder.path, proxy: proxy.address });
  onTestFinished(async () => {
    await close();
    await folder.close();
  });
  return { open: (url) => page.open(url), title: () => page.run('return document.title') };
}

/** What the page found at each host, when it has tried everything. */
async function visit({ open, title }: Tab, origin: string, hosts: readonly string[], own = false) {
  const query = new URLSearchParams({ ...ports, ...(own && { own: '' }) });
  for (const host of hosts) query.append('host', host);
  await open(`http://${origin}:${pages.port}/?${query}`);
  await expect.poll(title, { timeout: 200_000 }).toMatch(/^\{/);
  return JSON.parse(String(await title()));
}

describe.each([
  { engine: 'Chromium', need: 'chromium', open: openChromium, own: ['127.0.0.1', 'localhost', '0.0.0.0'] },
  // It reaches no 0.0.0.0, and hides the page of a long poll from another host.
  { engine: 'WebKit', need: 'webkit', open: openWebkit, own: ['localhost'] },
] as const)('$engine', ({ need, open, own }) => {
  const onceInstalled = { ...PATIENCE, tags: need };

  it(
    'a foreign page, and a frame in it, finds and changes nothing at any address',
    onceInstalled,
    async () => {
      const before = await readState();
      const tab = await open();
      const nothing = Object.fromEntries(HOSTS.map((host) => [host, {}]));
      for (const origin of [FOREIGN, '192.168.77.1', 'router'])
        expect(await visit(tab, origin, HOSTS), origin).toEqual({ ...nothing, framed: nothing });
      expect(await readState()).toEqual(before);
    },
  );

  it('a page of this machine acts as the owner', onceInstalled, async () => {
    const all = {
      ...{ access_token: 'mine', auth: 'mine', fetched: '"mine"', authorized: '"mine"' },
      ...{ socket: 'owner', polled: 'written' },
    };
    expect(await visit(await open(), 'localhost', own, true)).toEqual(
      Object.fromEntries(own.map((host) => [host, all])),
    );
  });
});
