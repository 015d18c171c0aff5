import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMULATED_RUNTIME_CONFIG } from '../runtime-config.ts';
import { type FrontDoor, startFrontDoor } from './front-door.ts';
import { loadSiteFiles, type SiteFiles } from './site-files.ts';

interface Service {
  readonly url: string;
  readonly seen: IncomingMessage[];
  readonly bodies: string[];
  readonly server: Server;
}

async function startService(name: string): Promise<Service> {
  const seen: IncomingMessage[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    seen.push(request);
    if (!request.destroyed) bodies.push(await text(request));
    response.writeHead(200, { 'x-powered-by': 'test', 'set-cookie': ['a=1', 'b=2'] }).end(name);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, bodies, server };
}

let directory: string;
let site: SiteFiles;
let frontDoor: FrontDoor;
let first: Service;
let second: Service;
let apis: string[];
const apiRequests = new RequestLog();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'front-door-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<p>home</p>');
  await writeFile(join(directory, '.secret.txt'), 'hidden');
  await mkdir(join(directory, '.well-known'));
  await writeFile(join(directory, '.well-known', 'security.txt'), 'Contact: mailto:security@example.com');
  await writeFile(join(directory, '.well-known', '.secret.txt'), 'hidden');
  await writeFile(join(directory, 'assets', 'a.js.map'), '{}');
  site = await loadSiteFiles(directory);
  [first, second] = await Promise.all([startService('first'), startService('second')]);
  frontDoor = await startFrontDoor({ port: 0, host: '127.0.0.1', apiRequests });
});

beforeEach(() => {
  apis = [first.url];
  first.seen.length = 0;
  second.seen.length = 0;
  first.bodies.length = 0;
});

afterAll(async () => {
  await frontDoor.close();
  for (const { server } of [first, second]) server.close();
  await rm(directory, { recursive: true });
});

function open(url = first.url): void {
  const emulators = { stripe: url, scheduling: url, identity: url, database: url };
  const targets = { api: () => apis, emulators };
  const inlineHashes = { 'script-src': [], 'style-src': [] };
  frontDoor.open({ targets, site, runtimeConfig: EMULATED_RUNTIME_CONFIG, inlineHashes });
}

it('returns 503 until it is opened', async () => {
  const answer = await fetch(`${frontDoor.url}/`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
});

it('serves neither hidden files nor unknown file types', () => {
  expect([...site.addresses.keys()]).toEqual(['/', '/.well-known/security.txt']);
});

describe('forwarding', () => {
  beforeEach(() => open());

  it('sets forwarding headers and ignores those sent by the client', async () => {
    await fetch(`${frontDoor.url}/api/x`, {
      headers: {
        'x-forwarded-for': '203.0.113.7',
        'x-real-ip': '203.0.113.7',
        forwarded: 'for=203.0.113.7',
        'x-forwarded-host': 'evil.example',
        'x-request-id': 'mine',
      },
    });
    const { headers } = first.seen[0] as IncomingMessage;
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      'x-forwarded-host': new URL(frontDoor.url).host,
      host: new URL(frontDoor.url).host,
      'x-emulator-public': '1',
    });
    expect(headers.forwarded).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['/api/x', 'Bearer token'],
    ['/identitytoolkit.googleapis.com/v1/accounts:lookup', undefined],
    ['/securetoken.googleapis.com/v1/token', undefined],
    ['/emulated/stripe/c/pay/x', undefined],
    ['/emulated/scheduling/x/y', undefined],
    ['/.lp', undefined],
  ])('forwards to %s the Authorization header %s', async (path, expected) => {
    await fetch(`${frontDoor.url}${path}`, { headers: { authorization: 'Bearer token' } });
    expect(first.seen[0]?.headers.authorization).toBe(expected);
  });

  it('records requests to the API alone, with both bodies', async () => {
    apiRequests.clear();
    await fetch(`${frontDoor.url}/api/x`, { method: 'POST', body: 'asked' });
    await fetch(`${frontDoor.url}/emulated/stripe/x`);
    const [{ id } = { id: 0 }, ...others] = apiRequests.list(undefined);
    expect(others).toEqual([]);
    expect(apiRequests.find(undefined, id)).toMatchObject({
      url: '/api/x',
      requestBody: 'asked',
      responseBody: 'first',
    });
  });

  it('serves a file below .well-known', async () => {
    const answer = await fetch(`${frontDoor.url}/.well-known/security.txt`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe('Contact: mailto:security@example.com');
  });

  it('forwards a body byte for byte with its type', async () => {
    const body = '{ "a":\n1}';
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await fetch(`${frontDoor.url}/api/x`, { method: 'POST', headers, body });
    expect(first.seen[0]?.headers).toMatchObject({ ...headers, 'content-length': String(body.length) });
    expect(first.bodies).toEqual([body]);
  });

  it('keeps multiple cookies separate and drops headers that identify server software', async () => {
    const answer = await fetch(`${frontDoor.url}/emulated/stripe/x`);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  it('distributes requests over the API instances round-robin', async () => {
    apis = [first.url, second.url];
    for (let round = 0; round < 4; round += 1) await fetch(`${frontDoor.url}/api/x`);
    expect([first.seen.length, second.seen.length]).toEqual([2, 2]);
  });

  it('retries a rejected request on another instance', async () => {
    const gone = await startService('gone');
    gone.server.close();
    apis = [gone.url, second.url];
    for (let round = 0; round < 4; round += 1) {
      const answer = await fetch(`${frontDoor.url}/api/x`, { method: 'POST', body: '{}' });
      expect(await answer.text()).toBe('second');
    }
  });

  describe('to a service that drops the connection', () => {
    let failing: Service;
    const post = (path: string) => fetch(`${frontDoor.url}${path}`, { method: 'POST', body: '{}' });

    beforeEach(async () => {
      failing = await startService('failing');
      failing.server.prependListener('request', (request: IncomingMessage) => request.socket.destroy());
      apis = [failing.url, failing.url, failing.url];
      open(failing.url);
    });
    afterEach(() => failing.server.close());

    it('retries idempotent API calls exactly once', async () => {
      expect([(await post('/api/x')).status, failing.seen.length]).toEqual([503, 2]);
    });

    it('does not retry other services', async () => {
      expect([(await post('/emulated/stripe/x')).status, failing.seen.length]).toEqual([503, 1]);
    });
  });
});

it.each([
  ['a CONNECT', 405, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n'],
  [
    'a content type that cannot be parsed',
    415,
    'POST /api/v1/x HTTP/1.1\r\nHost: a.test\r\nContent-Type: ;\r\nContent-Length: 2\r\n\r\n{}',
  ],
])('answers %s with %i', async (_what, status, bytes) => {
  const socket = connect(Number(new URL(frontDoor.url).port), '127.0.0.1');
  socket.end(bytes);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it('has a URL at an IPv6 address', async () => {
  const loopback = await startFrontDoor({ port: 0, host: '::1' });
  expect(loopback.url).toMatch(/^http:\/\/localhost:\d+$/);
  await loopback.close();
});
