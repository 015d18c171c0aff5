import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { idToken } from '../../support/database/tokens.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const RULES = {
  rules: {
    open: { $place: { '.read': true, '.write': true, '.indexOn': ['n', '.value'] } },
    own: { $uid: { '.read': 'auth.uid === $uid', '.write': 'auth.uid === $uid' } },
  },
};

const world = suiteFixture(() => DatabaseWorld.start({ rules: RULES }));

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly etag: string | null;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  options: { readonly query?: string; readonly headers?: Record<string, string> } = {},
): Promise<Answer> {
  const query = options.query ? `&${options.query}` : '';
  const response = await fetch(`${world.emulator.url}/${path}.json?ns=demo${query}`, {
    method,
    headers: options.headers ?? {},
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    etag: response.headers.get('etag'),
  };
}

const openPath = () => `open/${freshPath()}`;
const owner = { headers: { authorization: 'Bearer owner' } };

test('PUT, GET and DELETE write, read and remove a value', async () => {
  const path = openPath();
  expect(await call('PUT', path, { a: 1 })).toMatchObject({ status: 200, body: { a: 1 } });
  expect(await call('GET', path)).toMatchObject({ status: 200, body: { a: 1 } });
  expect(await call('DELETE', path)).toMatchObject({ status: 200, body: null });
  expect(await call('GET', path)).toMatchObject({ status: 200, body: null });
});

test('PATCH updates deep paths and leaves the rest unchanged', async () => {
  const path = openPath();
  await call('PUT', path, { a: 1, b: { c: 1 } });
  expect((await call('PATCH', path, { 'b/d': 2, a: null })).status).toBe(200);
  expect((await call('GET', path)).body).toEqual({ b: { c: 1, d: 2 } });
});

// As firebase-tools does (src/database/removeRemote.ts).
test('PATCH with null removes the data', async () => {
  const path = openPath();
  await call('PUT', path, { a: 1 });
  expect(await call('PATCH', path, null)).toMatchObject({ status: 200, body: null });
  expect((await call('GET', path)).body).toBeNull();
});

test('data is at most 32 levels deep, whatever the path of the write', async () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { x: nested(levels - 1) });
  const path = openPath();
  expect((await call('PUT', path, nested(30))).status).toBe(200);
  expect((await call('PUT', path, nested(31))).status).toBe(400);
  expect((await call('PATCH', path, { a: nested(30) })).status).toBe(400);
});

test('POST generates keys that sort by creation time', async () => {
  const path = openPath();
  const names: string[] = [];
  for (let at = 0; at < 5; at++) {
    const { body } = await call('POST', path, at);
    names.push((body as { name: string }).name);
  }
  expect(names).toEqual(names.toSorted());
  expect(Object.keys((await call('GET', path)).body as object)).toEqual(names);
});

test.each([
  ['header', { headers: { 'x-http-method-override': 'PATCH' } }],
  ['parameter', { query: 'x-http-method-override=PATCH' }],
])('the %s x-http-method-override replaces the method of a POST', async (_, options) => {
  const path = openPath();
  await call('POST', path, { a: 1 }, options);
  expect((await call('GET', path)).body).toEqual({ a: 1 });
});

test('resolves server values', async () => {
  const path = openPath();
  await call('PUT', path, { n: 1 });
  await call('PATCH', path, { n: { '.sv': { increment: 2 } }, at: { '.sv': 'timestamp' } });
  expect((await call('GET', path)).body).toEqual({ n: 3, at: expect.any(Number) });
});

test('print=silent returns no body, and print=pretty an indented one', async () => {
  const path = openPath();
  expect(await call('PUT', path, { a: 1 }, { query: 'print=silent' })).toMatchObject({
    status: 204,
    body: undefined,
  });
  const silent = await call('GET', path, undefined, { query: 'print=silent' });
  expect(silent).toEqual({ status: 204, body: undefined, etag: null });
  const pretty = await fetch(`${world.emulator.url}/${path}.json?ns=demo&print=pretty`);
  expect(await pretty.text()).toBe('{\n  "a": 1\n}');
});

test('callback wraps the data in a JSONP call, and download has browsers save it as a file', async () => {
  const path = openPath();
  await call('PUT', path, { a: 1 });
  const url = `${world.emulator.url}/${path}.json?ns=demo`;
  const script = await fetch(`${url}&callback=app.show`);
  expect(script.headers.get('content-type')).toMatch('application/javascript');
  expect(await script.text()).toBe('app.show({"a":1});');
  expect((await fetch(`${url}&callback=alert(1)//`)).status).toBe(400);
  const file = await fetch(`${url}&download=a"b.json`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="a_b.json"');
  expect(await file.json()).toEqual({ a: 1 });
});

test.each([
  ['timeout=3s', 200],
  ['timeout=15min', 200],
  ['timeout=1.0s', 200],
  ['timeout=180.0s', 200],
  ['timeout=0.0s', 400],
  ['timeout=1.s', 400],
  ['timeout=16min', 400],
  ['timeout=0ms', 400],
  ['timeout=3', 400],
  ['writeSizeLimit=unlimited', 200],
  ['writeSizeLimit=huge', 400],
])('answers a write with %s with %i', async (query, status) => {
  expect((await call('PUT', openPath(), 1, { query })).status).toBe(status);
});

test.each([
  ['fake-server', '127.0.0.1'],
  ['shop', 'shop.localhost'],
])('a request without ns is for the database %s at the host %s', async (name, host) => {
  const path = openPath();
  const { hostname, port } = new URL(world.emulator.url);
  const written = request({
    ...{ method: 'PUT', hostname, port, path: `/${path}.json`, headers: { host: `${host}:${port}` } },
  }).end('1');
  const [response] = (await once(written, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await (await fetch(`${world.emulator.url}/${path}.json?ns=${name}`)).json()).toBe(1);
});

test('a path that begins with several slashes names the same data', async () => {
  const path = openPath();
  await call('PUT', `//${path}`, 1);
  expect((await call('GET', path)).body).toBe(1);
});

test('shallow=true returns keys without their values', async () => {
  const path = openPath();
  await call('PUT', path, { a: { b: 1 }, c: 2 });
  expect((await call('GET', path, undefined, { query: 'shallow=true' })).body).toEqual({ a: true, c: true });
  expect((await call('GET', `${path}/c`, undefined, { query: 'shallow=true' })).body).toBe(2);
});

// As firebase-tools lists the keys of large data (src/database/listRemote.ts).
test('shallow=true takes a limit without an order', async () => {
  const path = openPath();
  await call('PUT', path, { a: { b: 1 }, c: 2, d: 3 });
  const list = (query: string) => call('GET', path, undefined, { query: `shallow=true&${query}` });
  expect((await list('limitToFirst=2')).body).toEqual({ a: true, c: true });
  expect((await list('limitToFirst=0')).status).toBe(400);
  expect((await list('limitToLast=2')).status).toBe(400);
  const pretty = await fetch(
    `${world.emulator.url}/${path}.json?ns=demo&shallow=true&print=pretty&limitToFirst=1`,
  );
  expect(await pretty.text()).toBe('{\n  "a": true\n}');
});

test('format=export includes priorities', async () => {
  const path = openPath();
  const exported = { a: { '.value': 1, '.priority': 'p' }, '.priority': 2 };
  await call('PUT', path, exported);
  expect((await call('GET', path, undefined, { query: 'format=export' })).body).toEqual(exported);
  expect((await call('GET', path)).body).toEqual({ a: 1 });
});

test('a priority is read and written on its own path', async () => {
  const path = openPath();
  await call('PUT', path, { '.value': 1, '.priority': 'p' });
  expect((await call('GET', `${path}/.priority`)).body).toBe('p');
  expect((await call('PUT', `${path}/.priority`, 2)).body).toBe(2);
  expect((await call('GET', path, undefined, { query: 'format=export' })).body).toEqual({
    '.value': 1,
    '.priority': 2,
  });
  expect(await call('GET', `${openPath()}/.priority`)).toMatchObject({ status: 200, body: null });
});

test('If-Match makes a write depend on the ETag', async () => {
  const path = openPath();
  const wantsETag = { headers: { 'x-firebase-etag': 'true' } };
  const { etag: absent } = await call('GET', path, undefined, wantsETag);
  expect(absent).toBe('null_etag');
  const created = await call('PUT', path, 1, {
    headers: { 'if-match': 'null_etag', 'x-firebase-etag': 'true' },
  });
  expect(created.status).toBe(200);
  expect(await call('PUT', path, 2, { headers: { 'if-match': 'null_etag' } })).toEqual({
    status: 412,
    body: 1,
    etag: created.etag,
  });
  const { etag } = await call('GET', path, undefined, wantsETag);
  expect(etag).toBe(created.etag);
  expect((await call('DELETE', path, undefined, { headers: { 'if-match': etag ?? '' } })).status).toBe(200);
});

test.each([
  ['GET', 'if-match', undefined],
  ['POST', 'if-match', 2],
  ['PATCH', 'if-match', { a: 2 }],
  ['PATCH', 'x-firebase-etag', { a: 2 }],
])('rejects a %s with %s, and writes nothing', async (method, header, body) => {
  const path = openPath();
  const { etag } = await call('PUT', path, { a: 1 }, { headers: { 'x-firebase-etag': 'true' } });
  const value = header === 'if-match' ? (etag ?? '') : 'true';
  expect(await call(method, path, body, { headers: { [header]: value } })).toMatchObject({
    status: 400,
    body: { error: `${method} does not support the header ${header}` },
  });
  expect((await call('GET', path)).body).toEqual({ a: 1 });
});

test.each([
  ['orderBy="$key"&startAt="b"', ['b', 'c', 'd']],
  ['orderBy="$key"&startAfter="b"&limitToFirst=1', ['c']],
  ['orderBy="n"&equalTo=2', ['b', 'c']],
  ['orderBy="n"&startAfter=2', ['d']],
  ['orderBy="n"&endBefore=2', ['a']],
  ['orderBy="n"&startAt=2&endAt=2&limitToLast=1', ['c']],
  ['orderBy="$priority"&limitToLast=1', ['a']],
])('filters by %s', async (query, expected) => {
  const path = openPath();
  await call('PUT', path, { a: { n: 1, '.priority': 9 }, b: { n: 2 }, c: { n: 2 }, d: { n: 3 } });
  const { body } = await call('GET', path, undefined, { query });
  expect(Object.keys((body ?? {}) as object)).toEqual(expected);
});

test('filters by value', async () => {
  const path = openPath();
  await call('PUT', path, { a: 3, b: 1, c: 2 });
  expect((await call('GET', path, undefined, { query: 'orderBy="$value"&endAt=2' })).body).toEqual({
    b: 1,
    c: 2,
  });
});

test.each([
  ['startAt=1', /orderBy must be defined/],
  ['orderBy=n', /orderBy must be a valid JSON/],
  ['orderBy="n"&limitToFirst=0', /positive integer/],
  ['orderBy="n"&limitToFirst=1&limitToLast=1', /Only one/],
  ['orderBy="other"&equalTo=1', /Index not defined, add "\.indexOn": "other"/],
  ['orderBy="n"&shallow=true', /shallow/],
])('rejects the filter %s', async (query, reason) => {
  const { status, body } = await call('GET', openPath(), undefined, { query });
  expect(status).toBe(400);
  expect((body as { error: string }).error).toMatch(reason);
});

test('requires the index of a query from the owner too', async () => {
  const { status, body } = await call('GET', openPath(), undefined, {
    query: 'orderBy="other"&equalTo=1',
    ...owner,
  });
  expect([status, body]).toEqual([400, { error: expect.stringMatching(/^Index not defined/) }]);
});

// https://github.com/firebase/firebase-tools/issues/2586
test('takes an ID token in auth alone, since the header and access_token are for OAuth tokens', async () => {
  const token = idToken('ada');
  const query = `auth=${token}`;
  expect((await call('PUT', 'own/ada', 1, { query, headers: {} })).status).toBe(200);
  expect((await call('GET', 'own/ada', undefined, { query })).body).toBe(1);
  expect(await call('GET', 'own/bob', undefined, { query })).toMatchObject({
    status: 401,
    body: { error: 'Permission denied' },
  });
  const headers = { authorization: `Bearer ${token}` };
  expect((await call('GET', 'own/ada', undefined, { headers })).status).toBe(401);
  expect((await call('GET', 'own/ada', undefined, { query: `access_token=${token}` })).status).toBe(401);
});

test('takes an OAuth token in the header and access_token, and not in auth', async () => {
  const tokenAuthority = {
    projectId: 'demo',
    publicKey: () => undefined,
    isAccessToken: (token: string) => token === 'ya29.granted',
  };
  const emulator = await startDatabaseEmulator({ tokenAuthority, rules: { rules: {} } });
  const status = async (query: string, headers = {}) =>
    (await fetch(`${emulator.url}/a.json?ns=demo${query}`, { headers })).status;
  onTestFinished(() => emulator.close());
  expect(await status('', { authorization: 'Bearer ya29.granted' })).toBe(200);
  expect(await status('&access_token=ya29.granted')).toBe(200);
  expect(await status('&auth=ya29.granted')).toBe(401);
});

test('the owner can override the auth variable', async () => {
  const query = `auth_variable_override=${encodeURIComponent('{"uid":"cyd"}')}`;
  expect((await call('PUT', 'own/cyd', 1, { ...owner, query })).status).toBe(200);
  expect((await call('PUT', 'own/dan', 1, { ...owner, query })).status).toBe(401);
  expect((await call('PUT', 'own/dan', 1, owner)).status).toBe(200);
});

test('rejects an overridden auth variable with an integer that would lose digits', async () => {
  const query = (auth: string) => ({ ...owner, query: `auth_variable_override=${encodeURIComponent(auth)}` });
  expect(
    await call('GET', 'own/cyd', undefined, query('{"uid":"cyd","n":[9007199254740993]}')),
  ).toMatchObject({
    status: 400,
    body: { error: 'Invalid token: the integer 9007199254740993 would lose digits as a double' },
  });
  expect(
    (await call('GET', 'own/cyd', undefined, query('{"uid":"cyd","n":4611686018427387904}'))).status,
  ).toBe(200);
});

test.each([
  ['a header', { headers: { authorization: 'Bearer owner' } }],
  ['access_token', { query: 'access_token=owner', headers: {} }],
  ['auth', { query: 'auth=owner', headers: {} }],
])('ignores an owner token in %s if the request came through the front door', async (_, options) => {
  const headers = { ...options.headers, 'x-emulator-public': '1' };
  expect((await call('GET', 'own/ada', undefined, { ...options, headers })).status).toBe(401);
  expect((await call('GET', '.settings/rules', undefined, { ...options, headers })).status).toBe(401);
  expect((await call('GET', '.inspect/databases', undefined, { ...options, headers })).status).toBe(401);
});

test('the owner reads and sets rules, and invalid rules change nothing', async () => {
  const ns = 'rules-test';
  const url = `${world.emulator.url}/.settings/rules.json?ns=${ns}`;
  const put = (body: string) => fetch(url, { method: 'PUT', body, ...owner });
  const rules = '{\n  // open\n  "rules": { ".read": true }\n}';
  expect((await put(rules)).status).toBe(200);
  const rejected = await put('{\n"rules": {\n".read": "nobody.knows"\n}\n}');
  expect(rejected.status).toBe(400);
  expect(((await rejected.json()) as { error: string }).error).toBe(
    "Line 3: the .read rule at /: No such variable 'nobody' in a .read rule.",
  );
  expect(await (await fetch(url, owner)).text()).toBe(rules);
  expect((await fetch(url)).status).toBe(401);
});

test.each([
  ['PUT', 'open/x', '{', 400],
  ['PUT', 'open/x', '', 400],
  ['PUT', 'open/a.b', '1', 400],
  ['PUT', 'open/x', '{"a/b":1}', 400],
  ['PATCH', 'open/x', '[1]', 400],
  ['PATCH', 'open/x', '{"a":1,"a/b":1}', 400],
  ['PUT', `open/${'d/'.repeat(40)}x`, '1', 400],
  ['PUT', `open/${'k'.repeat(800)}`, '1', 400],
  ['PROPFIND', 'open/x', undefined, 405],
])('rejects %s %s with the body %s', async (method, path, body, status) => {
  const response = await fetch(`${world.emulator.url}/${path}.json?ns=demo`, {
    method,
    ...(body !== undefined && { body }),
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error: expect.any(String) });
});

test('lists databases and rule coverage', async () => {
  await call('GET', 'own/coverage', undefined, { query: `auth=${idToken('coverage')}` });
  await call('GET', 'own/coverage');
  const databases = (await call('GET', '.inspect/databases', undefined, owner)).body;
  expect(databases).toContainEqual({ name: 'demo' });
  const { rules } = (await call('GET', '.inspect/coverage', undefined, owner)).body as { rules: unknown[] };
  expect(rules).toContainEqual({
    path: '/own/$uid',
    kind: '.read',
    source: 'auth.uid === $uid',
    line: expect.any(Number),
    evaluations: { true: expect.any(Number), false: expect.any(Number), error: 0 },
  });
});

test('shows rule coverage to a browser, but not to a page of another site or a public visitor', async () => {
  const report = (path: string, headers = {}) =>
    fetch(`${world.emulator.url}/.inspect/${path}?ns=demo`, { headers });
  await call('GET', 'own/coverage', undefined, { query: `auth=${idToken('coverage')}` });
  const page = await report('coverage');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toMatch(/\/own\/\$uid \.read<\/code><\/td><td><code>auth\.uid === \$uid/);
  expect(await (await report('coverage.json')).json()).toEqual({ rules: expect.any(Array) });
  for (const headers of [{ origin: 'http://evil.example' }, { 'x-forwarded-for': '192.0.2.1' }])
    expect((await report('coverage', headers)).status).toBe(401);
  expect((await report('databases.json')).status).toBe(401);
});

test('exports and imports a whole database', async () => {
  const exported = { a: { '.value': 1, '.priority': 'p' }, b: { c: 'x' } };
  const url = (query: string) => `${world.emulator.url}/.json?ns=import-test&${query}`;
  const put = await fetch(url('disableTriggers=true&writeSizeLimit=unlimited'), {
    method: 'PUT',
    body: JSON.stringify(exported),
    ...owner,
  });
  expect(put.status).toBe(200);
  expect(await (await fetch(url('format=export'), owner)).json()).toEqual(exported);
});

test('answers an unchanged ETag with 304, and a changed value with its new ETag', async () => {
  const path = `open/${freshPath()}`;
  await call('PUT', path, { n: 1 });
  const first = await call('GET', path, undefined, { headers: { 'X-Firebase-ETag': 'true' } });
  const headers = { 'X-Firebase-ETag': 'true', 'If-None-Match': first.etag ?? '' };
  expect(await call('GET', path, undefined, { headers })).toEqual({
    status: 304,
    body: undefined,
    etag: first.etag,
  });
  await call('PUT', path, { n: 2 });
  const second = await call('GET', path, undefined, { headers });
  expect([second.status, second.body]).toEqual([200, { n: 2 }]);
  expect(second.etag).not.toBe(first.etag);
});

test('rejects a body that is too large with 400', async () => {
  const emulator = await startDatabaseEmulator({ maxBodyBytes: 100 });
  const put = await fetch(`${emulator.url}/large.json?ns=demo`, {
    method: 'PUT',
    body: `"${'x'.repeat(100)}"`,
  });
  await emulator.close();
  expect(put.status).toBe(400);
});

test('names a setting of the service that it does not support', async () => {
  const answer = await call('PUT', '.settings/functionTriggers', {});
  expect(answer.status).toBe(501);
  expect(JSON.stringify(answer.body)).toContain('/.settings/functionTriggers');
});
