import { connect } from 'node:net';
import fc from 'fast-check';
import { ref, set } from 'firebase/database';
import { expect, test, vi } from 'vitest';
import { DatabaseWorld, freshPath } from '../../../support/database/database-world.ts';
import { DatabaseClient } from '../../../support/database-client.ts';
import { suiteFixture } from '../../../support/suite-fixture.ts';

// Generous, because the machine may be busy. None of these tests measures time.
vi.setConfig({ testTimeout: 90_000 });

const MEGABYTE = 1024 * 1024;

const world = suiteFixture(() =>
  DatabaseWorld.start({
    maxBacklogBytes: 4 * MEGABYTE,
    maxBodyBytes: 16 * MEGABYTE,
    onWarning: (message) => warnings.push(message),
  }),
);
const bystander = suiteFixture(() => DatabaseClient.connect(world.emulator.url, 'demo'));
const warnings: string[] = [];

/** An earlier connection still writes and reads, and the emulator logged no warning. */
async function expectOthersUnaffected(): Promise<void> {
  const path = `/${freshPath()}`;
  expect(await bystander.set(path, 'fine')).toMatchObject({ s: 'ok' });
  expect(await bystander.request('g', { p: path, q: {} })).toEqual({ s: 'ok', d: 'fine' });
  expect(warnings).toEqual([]);
}

const client = (): Promise<DatabaseClient> => DatabaseClient.connect(world.emulator.url, 'demo');

test.each([
  ['text that is not JSON', ['hello there']],
  ['a truncated message', ['{"t":"d","d":{"r":1']],
  ['a JSON array', ['[1,2,3,4]']],
  ['a null message type', ['{"t":null}']],
  ['an unknown message type', ['{"t":"x","d":{}}']],
  ['a request without a request number', ['{"t":"d","d":{"a":"p","b":{}}}']],
  ['a request with a string as its number', ['{"t":"d","d":{"r":"1","a":"p","b":{}}}']],
  ['a request without a body', ['{"t":"d","d":{"r":1,"a":"p"}}']],
  ['a request with an array as its body', ['{"t":"d","d":{"r":1,"a":"p","b":[]}}']],
  ['unclosed brackets', ['['.repeat(10_000)]],
  ['frames that do not form a message', ['2', 'abc', 'def']],
  ['a binary frame', [Buffer.from('{"t":"c","d":{"t":"p","d":{}}}')]],
  ['an oversized frame', ['x'.repeat(2 * MEGABYTE)]],
])('%s closes only the connection that sent it', async (_, frames: readonly (string | Buffer)[]) => {
  const hostile = await client();
  for (const frame of frames) hostile.socket.send(frame);
  await hostile.closed;
  await expectOthersUnaffected();
});

test('an endless message closes the connection', async () => {
  const hostile = await client();
  hostile.socket.send('999999');
  const piece = 'x'.repeat(16_384);
  const send = (): void => {
    if (hostile.socket.readyState === hostile.socket.OPEN) hostile.socket.send(piece, send);
  };
  send();
  await hostile.closed;
  await expectOthersUnaffected();
});

const ACTIONS = ['q', 'n', 'g', 'p', 'm', 'o', 'om', 'oc', 'auth', 'unauth', 's'];
const WRONG: readonly unknown[] = [null, 0, -1, 1e308, '', 'x', true, [], {}, { a: 1 }, [[]], '__proto__'];

test('answers a wrong type in any field of any request', async () => {
  const hostile = await client();
  for (const action of [...ACTIONS, 'gauth', 'zz', '__proto__']) {
    for (const field of ['p', 'd', 'q', 't', 'h', 'cred', 'authvar', 'noauth', 'c']) {
      for (const value of WRONG) {
        const body = { p: '/wrong', d: 1, q: {}, t: 1, [field]: value };
        expect(await hostile.request(action, body)).toMatchObject({ s: expect.any(String) });
      }
    }
  }
  await hostile.close();
  await expectOthersUnaffected();
});

test('answers a wrong type in any part of a query', async () => {
  const hostile = await client();
  await hostile.set('/queried', { a: 1, b: { c: 2 } });
  for (const field of ['i', 'sp', 'sn', 'sin', 'ep', 'en', 'ein', 'l', 'vf']) {
    for (const value of WRONG) {
      const query = { p: '/queried', q: { l: 1, vf: 'l', [field]: value } };
      expect(await hostile.request('g', query)).toMatchObject({ s: expect.any(String) });
      expect(await hostile.request('q', { ...query, t: 5, h: '' })).toMatchObject({ s: expect.any(String) });
    }
  }
  await hostile.close();
  await expectOthersUnaffected();
});

test('ends a listen whose query had an integer of many digits', async () => {
  const hostile = await client();
  const query = '{"l":1,"vf":"l","unknown":12345678901234567891}';
  await hostile.requestText('q', `{"p":"/queried","q":${query},"t":5,"h":""}`);
  world.emulator.setRules({ rules: { '.read': false, '.write': true } });
  world.emulator.setRules({ rules: { '.read': true, '.write': true } });
  await hostile.request('s', {});
  expect(hostile.pushes.at(-1)?.d).toMatchObject({ a: 'c', b: { p: '/queried' } });
  await hostile.close();
  await expectOthersUnaffected();
});

test('answers random requests', async () => {
  const hostile = await client();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ACTIONS),
      fc.dictionary(fc.constantFrom('p', 'd', 'q', 't', 'h', 'cred'), fc.jsonValue()),
      async (a, body) => {
        expect(await hostile.request(a, body)).toMatchObject({ s: expect.any(String) });
      },
    ),
    { numRuns: 500 },
  );
  await hostile.close();
  await expectOthersUnaffected();
});

const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

test.each<[string, string, unknown]>([
  ['a path that is too deep', `/${'d/'.repeat(33)}`, 1],
  ['a value that is too deep', '/deep', deep(40)],
  ['a value that is too deep at its path', `/${'d/'.repeat(30)}`, deep(5)],
  ['a key that is too long', `/${'k'.repeat(769)}`, 1],
  ['a path that is too long', `/${`${'k'.repeat(100)}/`.repeat(8)}`, 1],
  ['a key with a dot', '/a.b', 1],
  ['a key with a control character', '/a\u0001b', 1],
  ['a value with an empty key', '/x', { '': 1 }],
  ['a value with a slash in a key', '/x', { 'a/b': 1 }],
  ['a value with an unknown directive', '/x', { '.other': 1 }],
  ['a priority that is an object', '/x', { '.value': 1, '.priority': { a: 1 } }],
  ['a value next to children', '/x', { '.value': 1, a: 2 }],
  ['an unknown server value', '/x', { '.sv': 'time' }],
  ['an increment by a string', '/x', { '.sv': { increment: 'one' } }],
])('rejects %s', async (_, path, value) => {
  const hostile = await client();
  expect((await hostile.set(path, value)).s).toMatch(/^invalid_/);
  expect((await hostile.set('/still', 1)).s).toBe('ok');
  await hostile.close();
});

test('rejects a string that is too long and a write that is too large', async () => {
  const hostile = await client();
  expect((await hostile.set('/long', 'x'.repeat(10 * MEGABYTE + 1))).s).toBe('invalid_data');
  const large = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, 'x'.repeat(MEGABYTE)]));
  expect((await hostile.set('/large', large)).s).toBe('write_too_big');
  await hostile.close();
  await expectOthersUnaffected();
});

test('rejects an update with overlapping paths', async () => {
  const hostile = await client();
  for (const values of [
    { a: 1, 'a/b': 2 },
    { 'a/b/c': 1, a: null },
    { '': 1, a: 2 },
    { 'a/': 1, a: 2 },
  ]) {
    expect((await hostile.request('m', { p: '/twice', d: values })).s).toBe('invalid_data');
  }
  await hostile.close();
});

test('stores prototype keys like any other data', async () => {
  const hostile = await client();
  const value = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const put = await fetch(`${world.emulator.url}/proto.json?ns=demo`, { method: 'PUT', body: value });
  expect(await put.text()).toBe(value);
  expect((await hostile.set('/proto/__proto__/more', 1)).s).toBe('ok');
  expect((await hostile.request('g', { p: '/proto/__proto__', q: {} })).d).toEqual({
    more: 1,
    polluted: true,
  });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  await hostile.close();
});

test('survives thousands of connections that open and close', async () => {
  const memoryBefore = process.memoryUsage().rss;
  for (let round = 0; round < 30; round++) {
    const clients = await Promise.all(Array.from({ length: 100 }, client));
    for (const each of clients) each.socket.terminate();
    await Promise.all(clients.map((each) => each.closed));
  }
  await expectOthersUnaffected();
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(200 * MEGABYTE);
});

test('unfinished handshakes affect no other connection', async () => {
  const { port } = world.emulator;
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.on('connect', resolve))));
  for (const socket of sockets) socket.write('GET /.ws?v=5&ns=demo HTTP/1.1\r\nHost: x\r\nUpgr');
  await expectOthersUnaffected();
  for (const socket of sockets) socket.destroy();
});

test('disconnects a listener that never reads before its backlog fills the memory', async () => {
  const idle = await client();
  await idle.request('q', { p: '/flood', h: '' });
  idle.socket.pause();
  const writer = await client();
  const text = 'x'.repeat(MEGABYTE);
  for (let at = 0; at < 40; at++) expect((await writer.set('/flood', text + at)).s).toBe('ok');
  idle.socket.resume();
  await idle.closed;
  await writer.close();
  await expectOthersUnaffected();
});

test.each([
  ['a malformed request target', 'GET // HTTP/1.1'],
  ['a path with a malformed percent-encoding', 'GET /%E0%A4%A.json?ns=demo HTTP/1.1'],
  ['an upgrade at an unknown path', 'GET /elsewhere HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket'],
  ['a request without a namespace', 'GET /a.json HTTP/1.1'],
  ['a namespace that is a path', 'GET /a.json?ns=../../etc HTTP/1.1'],
  ['a long poll without a session', 'GET /.lp?id=x&pw=y HTTP/1.1'],
  ['text that is not HTTP', 'hello'],
])('answers or drops %s', async (_, head) => {
  const socket = connect(world.emulator.port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.resume();
  socket.end(
    `${head}\r\nHost: x\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  await ended;
  await expectOthersUnaffected();
});

test('limits the number of namespaces', async () => {
  const small = await DatabaseWorld.start({ maxNamespaces: 2 });
  const statuses: number[] = [];
  for (const name of ['one', 'two', 'three']) {
    statuses.push((await fetch(`${small.emulator.url}/.json?ns=${name}`)).status);
  }
  expect(statuses).toEqual([200, 200, 400]);
  await small.close();
});

test('rejects an oversized request body', async () => {
  // The flood ends: a busy client reads ahead of what it can send, until the memory is full.
  let pieces = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (++pieces > 16) controller.close();
      else controller.enqueue(new Uint8Array(4 * MEGABYTE).fill(0x20));
    },
  });
  const request = fetch(`${world.emulator.url}/body.json?ns=demo`, {
    method: 'PUT',
    body,
    duplex: 'half',
  } as RequestInit);
  const outcome = await request.then(
    (response) => response.status,
    () => 'cut off',
  );
  expect([400, 'cut off']).toContain(outcome);
  await expectOthersUnaffected();
});

test('the SDK still works after all of the above', async () => {
  await set(ref(world.client(), freshPath()), { fine: true });
  await expectOthersUnaffected();
});
