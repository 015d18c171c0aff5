import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { controlClient } from './control-client.ts';
import { type Controlled, get, type Operations, post } from './control-operations.ts';
import { CLOCK_ROUTES, createControlServer } from './control-server.ts';
import { integer, object } from './json-reader.ts';
import { type Address, type createHttpServer, listenOn, stopListening } from './listening.ts';
import { type SavedState, STATE_VERSION, savedContent } from './saved-state.ts';
import { advanced, clockReading, readTimeSpan, type TimeSpan } from './time-span.ts';

class World {
  count = 0;
  offsetMs = 0;

  async reset() {
    this.count = 0;
  }
  async settle() {
    if (this.count > 100) throw new Error('it never settles');
  }
  async state() {
    return { count: this.count };
  }
  async saveState() {
    return { service: 'world', version: STATE_VERSION, content: { count: this.count } };
  }
  async checkState(saved: SavedState) {
    savedContent<World>(saved, 'world');
  }
  async loadState(saved: SavedState) {
    this.count = savedContent<World>(saved, 'world').count;
  }
  async add({ by }: { readonly by: number }) {
    this.count += by;
    return { count: this.count };
  }
  async addTo(id: string, owner: string, { by }: { readonly by: number }) {
    return `${id} of ${owner} + ${by}`;
  }
  async clock() {
    return clockReading(this.offsetMs, this.offsetMs);
  }
  async advanceTime(span: TimeSpan) {
    this.offsetMs = advanced(this.offsetMs, span);
  }
}

class Conflict extends Error {}

type Control = Omit<World, 'count' | 'offsetMs' | 'advanceTime'> & {
  advanceTime(span: TimeSpan): Promise<unknown>;
};

const OPERATIONS: Operations<Control, keyof Controlled> = {
  clock: get('clock'),
  advanceTime: post('clock/advance', readTimeSpan),
  add: post('add', object({ by: integer(1) })),
  addTo: post('things/:id/of/:owner', object({ by: integer(1) }), 'sum'),
};

const client = controlClient<Control>(OPERATIONS, () => ({}));

let address: Address;
let server: ReturnType<typeof createHttpServer>;
beforeEach(async () => {
  const worlds = new Map<string, World>();
  server = createControlServer<Control>({
    defaultTarget: new World(),
    namespaces: {
      open: (name) => worlds.get(name) ?? worlds.set(name, new World()).get(name) ?? new World(),
      remove: (name) => void worlds.delete(name),
      names: () => [...worlds.keys()],
    },
    operations: OPERATIONS,
    routes: {
      ...CLOCK_ROUTES,
      'GET things/:id/of/:owner': (_world, { params, query }) => [...params, query.get('q')],
      'POST conflict': () => {
        throw new Conflict('taken');
      },
    },
    errorStatus: (error) => (error instanceof Conflict ? 409 : undefined),
  });
  address = await listenOn(server, 0, '127.0.0.1');
});
afterEach(() => stopListening(server));

async function ask(method: string, path: string, init: RequestInit = {}): Promise<[number, object]> {
  const answer = await fetch(`${address.url}${path}`, { method, ...init });
  return [answer.status, (await answer.json()) as object];
}

it('answers the common routes with 200 and JSON', async () => {
  expect(await ask('GET', '/_emulator/health')).toEqual([
    200,
    { status: 'ok', residentBytes: expect.any(Number) },
  ]);
  expect(await ask('POST', '/_emulator/add', { body: '{"by":2}' })).toEqual([200, { count: 2 }]);
  expect(await ask('GET', '/_emulator/state')).toEqual([200, { count: 2 }]);
  expect(await ask('POST', '/_emulator/reset')).toEqual([200, { status: 'ok' }]);
  expect(await ask('GET', '/_emulator/state')).toEqual([200, { count: 0 }]);
});

it('decodes path parameters', async () => {
  expect(await ask('GET', '/_emulator/things/a%2Fb/of/c?q=d')).toEqual([200, ['a/b', 'c', 'd']]);
  expect((await ask('GET', '/_emulator/things/%/of/c'))[0]).toBe(400);
});

it('calls operations with path parameters and a body, in the same way as in process', async () => {
  const control = client.connectControl(address.url);
  expect(await control.addTo('a/b', 'c', { by: 3 })).toBe('a/b of c + 3');
  expect(await control.reset()).toBeUndefined();
});

it.each([
  ['GET', '/_emulator/ns/a-b/state'],
  ['DELETE', `/_emulator/ns/${'x'.repeat(65)}`],
])('rejects %s %s with 400', async (method, path) => {
  const error = expect.stringContaining('letters, digits and underscores');
  expect(await ask(method, path)).toEqual([400, { error }]);
});

it.each([
  ['invalid JSON', '{', 'the body must be JSON'],
  ['a list', '[]', 'the body must be an object'],
  ['a missing property', '{}', 'by must be an integer of at least 1'],
  ['an unknown property', '{"by":1,"from":2}', 'the body must not have "from"'],
])('rejects a body with 400: %s', async (_what, body, error) => {
  expect(await ask('POST', '/_emulator/add', { body })).toEqual([400, { error }]);
});

it('rejects a body that is too large with 413', async () => {
  const body = `{"by":"${'x'.repeat(5 * 1024 * 1024)}"}`;
  const status = await ask('POST', '/_emulator/add', { body }).then(
    ([code]) => code,
    // The connection may break before the whole body is written.
    () => 413,
  );
  expect(status).toBe(413);
});

it('answers unknown routes with 404 and errors with their message', async () => {
  expect(await ask('GET', '/_emulator/none')).toEqual([
    404,
    { error: 'there is no control route GET /_emulator/none' },
  ]);
  expect((await ask('DELETE', '/_emulator/state'))[0]).toBe(404);
  expect((await ask('GET', '/state'))[0]).toBe(404);
  expect(await ask('POST', '/_emulator/conflict')).toEqual([409, { error: 'taken' }]);
  await client.connectControl(address.url).add({ by: 101 });
  await expect(client.connectControl(address.url).settle()).rejects.toThrow(
    'POST settle answered 500: it never settles',
  );
});

it.each([
  ['a request with an origin', { origin: 'http://localhost:8080' }, 403],
  ['a request with fetch metadata', { 'sec-fetch-site': 'same-site' }, 403],
  ['a request to a foreign host name', { host: 'evil.example' }, 403],
  ['a request to a container service', { host: 'stripe-emulator:4243' }, 200],
])('answers %s (%j) with %i', async (_what, headers, expected) => {
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: address.port, path: '/_emulator/state', headers })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(expected);
});
