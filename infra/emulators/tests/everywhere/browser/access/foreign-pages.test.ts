// @module-tag chromium
import { createServer, request } from 'node:http';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { launchBrowser } from '../../../support/browser.ts';
import { startLocalServer } from '../../../support/local-server.ts';

const FOREIGN = 'evil.example';
const LOCKED = { rules: { '.read': false, '.write': false } };

const start = async (allowedHosts?: readonly string[]) => {
  const [identity, database, stripe, scheduling] = await Promise.all([
    startIdentityEmulator({ projectId: 'demo-project', allowedHosts }),
    startDatabaseEmulator({ rules: LOCKED, allowedHosts }),
    startStripeEmulator({ allowedHosts }),
    startSchedulingEmulator({ allowedHosts }),
  ]);
  return { identity, database, stripe, scheduling };
};
type Running = Awaited<ReturnType<typeof start>>;

let running: Running;
beforeAll(async () => {
  running = await start();
});
const close = (all: Running) => Promise.all(Object.values(all).map((each) => each.close()));
afterAll(() => close(running));

/** Calls as an administrator, with the well-known credential of each emulator. */
const PRIVILEGED = {
  identity: ['/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:batchGet', 'owner'],
  database: ['/.json?ns=demo', 'owner'],
  stripe: ['/v1/customers', 'sk_test_emulated'],
  scheduling: ['/users/me', 'emulated-token'],
} as const;
const SERVICES = ['identity', 'database', 'stripe', 'scheduling'] as const;

/** Unlike `fetch`, sends any Host. */
function requestStatus(service: (typeof SERVICES)[number], headers: object, of = running): Promise<number> {
  const [path, token] = PRIVILEGED[service];
  return new Promise((resolve, reject) => {
    request(
      `${of[service].url}${path}`,
      { headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => resolve(answer.resume().statusCode ?? 0),
    )
      .on('error', reject)
      .end();
  });
}

it.each(SERVICES)('rejects an administrator on a foreign page: %s', async (service) => {
  for (const origin of [`http://${FOREIGN}`, 'null'])
    expect([401, 403], origin).toContain(await requestStatus(service, { origin }));
  expect([401, 403]).toContain(await requestStatus(service, { 'sec-fetch-site': 'cross-site' }));
  for (const headers of [{}, { origin: 'http://localhost:3000' }])
    expect(await requestStatus(service, headers)).toBe(200);
});

it.each(SERVICES)('answers no unknown host name with any call: %s', async (service) => {
  expect(await requestStatus(service, { host: `${FOREIGN}:9000` })).toBe(403);
  for (const host of ['localhost:1', 'emulators:9000', 'host.docker.internal'])
    expect(await requestStatus(service, { host }), host).toBe(200);
});

it('allows host names that are configured', async () => {
  const open = await start([FOREIGN]);
  onTestFinished(async () => void (await close(open)));
  for (const service of SERVICES)
    expect(await requestStatus(service, { host: FOREIGN, origin: `http://${FOREIGN}` }, open)).toBe(200);
});

/** Tries to act as the owner in every way that a page has; runs in the browser. */
const ATTEMPT = `
  const owned = base + '/secret.json?ns=demo&auth=owner';
  const text = (answer) =>
    answer.then(
      (given) => given.text(),
      () => 'failed',
    );
  const jsonp = await new Promise((resolve) => {
    Object.assign(window, { got: resolve });
    const script = Object.assign(document.createElement('script'), { src: owned + '&callback=got' });
    script.onerror = () => resolve('failed');
    document.head.append(script);
    script.onload = () => resolve('failed');
  });
  const socket = await new Promise((resolve) => {
    const opened = new WebSocket(base.replace('http', 'ws') + '/.ws?v=5&ns=demo');
    opened.onopen = () =>
      opened.send(JSON.stringify({ t: 'd', d: { r: 1, a: 'gauth', b: { cred: 'owner' } } }));
    opened.onmessage = ({ data }) => {
      const { d } = JSON.parse(data);
      if (d.r === 1) resolve(d.b.s);
    };
    opened.onerror = () => resolve('failed');
  });
  const write = await text(fetch(owned, { method: 'POST', mode: 'no-cors', body: '1' }));
  return { read: await text(fetch(owned)), jsonp, socket, write };
`;

it('a page of another site can neither read nor write as the owner, over REST, JSONP or a socket', async () => {
  const { database } = running;
  const url = `${database.url}/secret.json?ns=demo`;
  const asOwner = { headers: { authorization: 'Bearer owner' } };
  await fetch(url, { method: 'PUT', body: '"mine"', ...asOwner });
  const site = await startLocalServer(
    createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>page')),
  );
  onTestFinished(() => site.close());
  const browser = await launchBrowser([`--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`]);
  onTestFinished(() => browser.close());
  const attemptOn = async (host: string, target: string) => {
    const page = await browser.newPage();
    await page.goto(`http://${host}:${site.port}/`);
    const attempt = `(async (base) => {${ATTEMPT}})(${JSON.stringify(target)})`;
    return (await page.evaluate(attempt)) as Record<'read' | 'jsonp' | 'socket' | 'write', string>;
  };
  const stolen = await attemptOn(FOREIGN, database.url);
  expect(stolen).toMatchObject({ jsonp: 'failed', socket: 'invalid_token' });
  expect(stolen.read).toContain('allowedHosts');
  const data = async () => (await fetch(url, asOwner)).json();
  expect(await data(), 'the page cannot see whether its write was rejected').toBe('mine');
  const own = await attemptOn('localhost', database.url);
  expect(own).toMatchObject({ read: expect.not.stringContaining('allowedHosts'), socket: 'ok' });
  expect(await data(), 'the same write from a page of this machine').not.toBe('mine');
  const page = await browser.newPage();
  const rebound = await page.goto(`http://${FOREIGN}:${database.port}/secret.json?ns=demo&auth=owner`);
  expect(rebound?.status()).toBe(403);
});
