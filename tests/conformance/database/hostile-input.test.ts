import { connect } from 'node:net';
import fc from 'fast-check';
import { ref, set } from 'firebase/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DatabaseClient } from '../../support/database-client.ts';
import { DatabaseWorld, freshPath } from './support/database-world.ts';

// A crowded machine takes its time; none of these tests measures any.
vi.setConfig({ testTimeout: 90_000 });

const MEGABYTE = 1024 * 1024;

let world: DatabaseWorld;
let bystander: DatabaseClient;
const warnings: string[] = [];
beforeAll(async () => {
  world = await DatabaseWorld.start({
    maxBacklogBytes: 4 * MEGABYTE,
    maxBodyBytes: 16 * MEGABYTE,
    onWarning: (message) => warnings.push(message),
  });
  bystander = await DatabaseClient.connect(world.emulator.url, 'demo');
});
afterAll(async () => {
  await bystander.close();
  await world.stop();
});

/** Others notice nothing: a connection from before still writes and reads, and nothing went wrong inside. */
async function expectNothingNoticed(): Promise<void> {
  const path = `/${freshPath()}`;
  expect(await bystander.set(path, 'fine')).toMatchObject({ s: 'ok' });
  expect(await bystander.request('g', { p: path, q: {} })).toEqual({ s: 'ok', d: 'fine' });
  expect(warnings).toEqual([]);
}

const client = (): Promise<DatabaseClient> => DatabaseClient.connect(world.emulator.url, 'demo');

test.each([
  ['no JSON', ['hello there']],
  ['half of a message', ['{"t":"d","d":{"r":1']],
  ['a list', ['[1,2,3,4]']],
  ['null', ['{"t":null}']],
  ['a message of another kind', ['{"t":"x","d":{}}']],
  ['a request without a number', ['{"t":"d","d":{"a":"p","b":{}}}']],
  ['a request with a text for a number', ['{"t":"d","d":{"r":"1","a":"p","b":{}}}']],
  ['a request without a body', ['{"t":"d","d":{"r":1,"a":"p"}}']],
  ['a request with a list for a body', ['{"t":"d","d":{"r":1,"a":"p","b":[]}}']],
  ['brackets without end', ['['.repeat(10_000)]],
  ['pieces that are no message together', ['2', 'abc', 'def']],
])('%s ends this connection and no other', async (_, frames) => {
  const rude = await client();
  for (const frame of frames) rude.socket.send(frame);
  await rude.closed;
  await expectNothingNoticed();
});

test('a binary frame ends the connection', async () => {
  const rude = await client();
  rude.socket.send(Buffer.from('{"t":"c","d":{"t":"p","d":{}}}'), { binary: true });
  await rude.closed;
  await expectNothingNoticed();
});

test('a frame that is too large ends the connection', async () => {
  const rude = await client();
  rude.socket.send('x'.repeat(2 * MEGABYTE));
  await rude.closed;
  await expectNothingNoticed();
});

test('pieces that never end are cut off', async () => {
  const rude = await client();
  rude.socket.send('999999');
  const piece = 'x'.repeat(16_384);
  const send = (): void => {
    if (rude.socket.readyState === rude.socket.OPEN) rude.socket.send(piece, send);
  };
  send();
  await rude.closed;
  await expectNothingNoticed();
});

const WRONG: readonly unknown[] = [null, 0, -1, 1e308, '', 'x', true, [], {}, { a: 1 }, [[]], '__proto__'];

test('a wrong type in any field of any request is answered', async () => {
  const rude = await client();
  for (const action of [
    's',
    'auth',
    'gauth',
    'unauth',
    'q',
    'n',
    'g',
    'p',
    'm',
    'o',
    'om',
    'oc',
    'zz',
    '__proto__',
  ]) {
    for (const field of ['p', 'd', 'q', 't', 'h', 'cred', 'authvar', 'noauth', 'c']) {
      for (const value of WRONG) {
        const body = { p: '/wrong', d: 1, q: {}, t: 1, [field]: value };
        expect(await rude.request(action, body)).toMatchObject({ s: expect.any(String) });
      }
    }
  }
  await rude.close();
  await expectNothingNoticed();
});

test('a wrong type in any part of a query is answered', async () => {
  const rude = await client();
  await rude.set('/queried', { a: 1, b: { c: 2 } });
  for (const field of ['i', 'sp', 'sn', 'sin', 'ep', 'en', 'ein', 'l', 'vf']) {
    for (const value of WRONG) {
      const query = { p: '/queried', q: { l: 1, vf: 'l', [field]: value } };
      expect(await rude.request('g', query)).toMatchObject({ s: expect.any(String) });
      expect(await rude.request('q', { ...query, t: 5, h: '' })).toMatchObject({ s: expect.any(String) });
    }
  }
  await rude.close();
  await expectNothingNoticed();
});

test('random requests are answered', async () => {
  const rude = await client();
  const action = fc.constantFrom('q', 'n', 'g', 'p', 'm', 'o', 'om', 'oc', 'auth', 'unauth', 's');
  await fc.assert(
    fc.asyncProperty(
      action,
      fc.dictionary(fc.constantFrom('p', 'd', 'q', 't', 'h', 'cred'), fc.jsonValue()),
      async (a, body) => {
        expect(await rude.request(a, body)).toMatchObject({ s: expect.any(String) });
      },
    ),
    { numRuns: 500 },
  );
  await rude.close();
  await expectNothingNoticed();
});

const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

test.each<[string, string, unknown]>([
  ['a path that is too deep', `/${'d/'.repeat(33)}`, 1],
  ['a value that is too deep', '/deep', deep(40)],
  ['a value that ends too deep', `/${'d/'.repeat(30)}`, deep(5)],
  ['a key that is too long', `/${'k'.repeat(769)}`, 1],
  ['a path that is too long', `/${`${'k'.repeat(100)}/`.repeat(8)}`, 1],
  ['a key with a dot', '/a.b', 1],
  ['a key with a control character', '/a\u0001b', 1],
  ['a value with an empty key', '/x', { '': 1 }],
  ['a value with a key of slashes', '/x', { 'a/b': 1 }],
  ['a value with an unknown directive', '/x', { '.other': 1 }],
  ['a priority that is an object', '/x', { '.value': 1, '.priority': { a: 1 } }],
  ['a value beside children', '/x', { '.value': 1, a: 2 }],
  ['an unknown server value', '/x', { '.sv': 'time' }],
  ['an increment by a text', '/x', { '.sv': { increment: 'one' } }],
])('%s is refused', async (_, path, value) => {
  const rude = await client();
  expect((await rude.set(path, value)).s).toMatch(/^invalid_/);
  expect((await rude.set('/still', 1)).s).toBe('ok');
  await rude.close();
});

test('a string that is too long and a write that is too large are refused', async () => {
  const rude = await client();
  expect((await rude.set('/long', 'x'.repeat(10 * MEGABYTE + 1))).s).toBe('invalid_data');
  const large = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, 'x'.repeat(MEGABYTE)]));
  expect((await rude.set('/large', large)).s).toBe('write_too_big');
  await rude.close();
  await expectNothingNoticed();
});

test('an update that names a place twice is refused', async () => {
  const rude = await client();
  for (const values of [
    { a: 1, 'a/b': 2 },
    { 'a/b/c': 1, a: null },
    { '': 1, a: 2 },
    { 'a/': 1, a: 2 },
  ]) {
    expect((await rude.request('m', { p: '/twice', d: values })).s).toBe('invalid_data');
  }
  await rude.close();
});

test('keys of prototypes are data like any other', async () => {
  const rude = await client();
  const value = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  const put = await fetch(`${world.emulator.url}/proto.json?ns=demo`, { method: 'PUT', body: value });
  expect(await put.text()).toBe(value);
  expect((await rude.set('/proto/__proto__/more', 1)).s).toBe('ok');
  expect((await rude.request('g', { p: '/proto/__proto__', q: {} })).d).toEqual({ more: 1, polluted: true });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  await rude.close();
});

test('thousands of connections come and go', async () => {
  const memoryBefore = process.memoryUsage().rss;
  for (let round = 0; round < 30; round++) {
    const clients = await Promise.all(Array.from({ length: 100 }, client));
    for (const each of clients) each.socket.terminate();
    await Promise.all(clients.map((each) => each.closed));
  }
  await expectNothingNoticed();
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(200 * MEGABYTE);
});

test('connections that never finish their handshake do no harm', async () => {
  const { port } = world.emulator;
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.on('connect', resolve))));
  for (const socket of sockets) socket.write('GET /.ws?v=5&ns=demo HTTP/1.1\r\nHost: x\r\nUpgr');
  await expectNothingNoticed();
  for (const socket of sockets) socket.destroy();
});

test('a listener that never reads is cut off before it fills the memory', async () => {
  const idle = await client();
  await idle.request('q', { p: '/flood', h: '' });
  idle.socket.pause();
  const writer = await client();
  const text = 'x'.repeat(MEGABYTE);
  for (let at = 0; at < 40; at++) expect((await writer.set('/flood', text + at)).s).toBe('ok');
  idle.socket.resume();
  await idle.closed;
  await writer.close();
  await expectNothingNoticed();
});

test.each([
  ['a malformed address', 'GET // HTTP/1.1'],
  ['a path that is not encoded', 'GET /%E0%A4%A.json?ns=demo HTTP/1.1'],
  ['another upgrade', 'GET /elsewhere HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket'],
  ['no namespace', 'GET /a.json HTTP/1.1'],
  ['a namespace that is a path', 'GET /a.json?ns=../../etc HTTP/1.1'],
  ['a poll of nobody', 'GET /.lp?id=x&pw=y HTTP/1.1'],
  ['no HTTP', 'hello'],
])('%s over HTTP is answered or dropped', async (_, head) => {
  const socket = connect(world.emulator.port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.resume();
  socket.end(
    `${head}\r\nHost: x\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  await ended;
  await expectNothingNoticed();
});

test('made-up namespaces are limited', async () => {
  const small = await DatabaseWorld.start({ maxNamespaces: 2 });
  const statuses: number[] = [];
  for (const name of ['one', 'two', 'three']) {
    statuses.push((await fetch(`${small.emulator.url}/.json?ns=${name}`)).status);
  }
  expect(statuses).toEqual([200, 200, 400]);
  await small.stop();
});

test('a body that is too large is cut off', async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(4 * MEGABYTE).fill(0x20));
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
  expect([413, 'cut off']).toContain(outcome);
  await expectNothingNoticed();
});

test('the SDK goes on beside all of this', async () => {
  await set(ref(world.client(), freshPath()), { fine: true });
  await expectNothingNoticed();
});
