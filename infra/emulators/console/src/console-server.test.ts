import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suiteFixture } from '../../tests/support/suite-fixture.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { startConsole } from './console-server.ts';

/** Nothing listens on the discard port. */
const NOWHERE = 'http://127.0.0.1:9';

const folder = suiteFixture(temporaryFolder);
const running = suiteFixture(async () => {
  const pageDir = folder.path;
  await mkdir(join(pageDir, 'assets'));
  await writeFile(join(pageDir, 'index.html'), '<h1>Console</h1>');
  await writeFile(join(pageDir, 'assets', 'page.js'), '1');
  await writeFile(join(pageDir, 'secret.js'), '2');
  return startConsole({
    pageDir,
    targets: {
      siteUrl: NOWHERE,
      identityUrl: NOWHERE,
      databaseUrl: NOWHERE,
      stripeControlUrl: NOWHERE,
      schedulingControlUrl: NOWHERE,
      projectId: 'demo-test',
      databaseNamespace: 'demo-test-default-rtdb',
    },
  });
});

/** Sends a request with headers that `fetch` forbids. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; body: string; csp: unknown }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(running.url);
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: `localhost:${port}`, ...headers },
    });
    asked.on('response', async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        body: Buffer.concat(chunks).toString(),
        csp: response.headers['content-security-policy'],
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('serves the page and its assets and nothing else', async () => {
  const page = await ask('/');
  expect(page).toMatchObject({ status: 200, body: '<h1>Console</h1>' });
  expect(page.csp).toContain("default-src 'none'");
  expect((await ask('/assets/page.js')).body).toBe('1');
  for (const path of ['/assets/none.js', '/assets/../secret.js', '/assets/..%2fsecret.js', '/secret.js']) {
    expect((await ask(path)).status, path).toBe(404);
  }
});

test('rejects a foreign host name, whatever address it resolves to', async () => {
  for (const host of ['evil.example', 'evil.example:4000', 'localhost.evil.example']) {
    expect((await ask('/', { host })).status, host).toBe(403);
  }
  expect((await ask('/', { host: '127.0.0.1:1' })).status).toBe(200);
  expect((await ask('/', { host: '[::1]:1' })).status).toBe(200);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port on this machine', { 'sec-fetch-site': 'same-site' }],
  ['another port, identified by its origin', { origin: 'http://localhost:1' }],
])('rejects actions and reads from a page of %s', async (_who, headers) => {
  expect((await ask('/console/actions/reset', headers, 'POST')).status).toBe(403);
  expect((await ask('/console/live', headers)).status).toBe(403);
});

test('opens for a link from any site, but not for a frame or a script', async () => {
  const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await ask('/', { ...from, 'sec-fetch-dest': 'document' })).status).toBe(200);
  expect((await ask('/', { ...from, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
  expect((await ask('/', { ...from, 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
});

test('lets its own page act; reports an unreachable service with the reason', async () => {
  const { host: own } = new URL(running.url);
  const answer = await ask(
    '/console/actions/reset',
    { host: own, origin: `http://${own}`, 'sec-fetch-site': 'same-origin' },
    'POST',
  );
  expect(answer.status).toBe(502);
  expect(JSON.parse(answer.body)).toHaveProperty('message');
});

test('marks each unreachable service with the reason and shows the rest', async () => {
  const { body } = await fetch(`${running.url}/console/live`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  const overview = JSON.parse(first?.value?.slice('data: '.length) ?? '');
  expect(overview).toMatchObject({
    siteUrl: NOWHERE,
    namespaces: { ok: false },
    clocks: { stripe: null, scheduling: null },
  });
  expect(overview.services).toHaveLength(4);
  for (const service of overview.services) {
    expect(service, service.name).toMatchObject({ ok: false, detail: expect.stringMatching(/./) });
  }
});

test('says in each list what is missing', async () => {
  for (const area of ['people', 'payments', 'webhooks', 'events', 'bookings', 'mails', 'requests']) {
    const list = JSON.parse((await ask(`/console/lists/${area}`)).body);
    expect(list, area).toMatchObject({ rows: [], total: 0 });
    expect(list.missing.length, area).toBeGreaterThan(0);
  }
  expect((await ask('/console/lists/secrets')).status).toBe(404);
});

test('rejects an invalid namespace', async () => {
  for (const ns of ['a-b', '', 'a/b']) {
    expect((await ask(`/console/live?ns=${encodeURIComponent(ns)}`)).status, ns).toBe(400);
  }
});

test.each([
  ['advance', { days: '1', months: 0 }],
  ['advance', { days: -1, months: 0 }],
  ['advance/to', { at: '2020-01-01T00:00:00Z' }],
  ['advance/to', { at: '2090-01-01T00:00:00Z' }],
  ['advance/to', { at: 'tomorrow' }],
  ['redeliver', { service: 'post', id: '1' }],
  ['faults/add', { service: 'stripe', target: '/v1/*', mode: 'error', count: 0 }],
  ['scenarios/start', { scenario: 'stripe-down', minutes: 0 }],
  ['database/write', { path: 'users', json: '{', as: 'administrator' }],
])('rejects %s with an invalid body', async (action, body) => {
  const response = await fetch(`${running.url}/console/actions/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
});
