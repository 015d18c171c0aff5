import { ref, runTransaction, set } from 'firebase/database';
import { describe, expect, test } from 'vitest';
import { DatabaseWorld } from '../../support/database/database-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const RULES = {
  rules: {
    secret: {},
    'write-only': { '.write': true },
    'read-only': { '.read': true, '.write': 'auth != null' },
    grows: { '.read': true, '.write': 'newData.val() === data.val() + 1 || !data.exists()' },
    'hidden-growth': { '.write': 'newData.val() === data.val() + 1 || !data.exists()' },
  },
};

const world = suiteFixture(() => DatabaseWorld.start({ rules: RULES }));
const owner = suiteFixture(() => world.owner());
const stranger = suiteFixture(() => world.socket());

const DENIED = { s: 'permission_denied', d: 'Permission denied' };

/** Answers to the same request with data, with other data, and without any. */
async function answers(place: string, values: readonly unknown[], ask: () => Promise<unknown>) {
  const heard: unknown[] = [];
  for (const value of values) {
    await owner.set(`/${place}`, value);
    heard.push(await ask());
  }
  return heard;
}

describe('answers to a client that may neither read nor write are the same whatever the data', () => {
  test.each<[string, string, object]>([
    ['a transaction', 'p', { p: '/secret', d: 1, h: '' }],
    ['an increment', 'p', { p: '/secret', d: { '.sv': { increment: 1.7e308 } } }],
    ['an increment in an update', 'm', { p: '/', d: { secret: { '.sv': { increment: 1.7e308 } } } }],
    ['an increment on disconnecting', 'o', { p: '/secret', d: { '.sv': { increment: 1.7e308 } } }],
    ['a priority', 'p', { p: '/secret/.priority', d: 1 }],
    ['a priority on disconnecting', 'o', { p: '/secret/.priority', d: 1 }],
    ['a transaction on a priority', 'p', { p: '/secret/.priority', d: 1, h: '' }],
  ])('%s', async (_, action, body) => {
    const heard = await answers('secret', [1.7e308, 'text', null], () => stranger.request(action, body));
    expect(heard).toEqual([DENIED, DENIED, DENIED]);
  });

  test.each<[string, string, string, Record<string, string>]>([
    ['a conditional write', '/secret', '1', { 'if-match': 'null_etag' }],
    ['an increment', '/secret', '{".sv":{"increment":1.7e308}}', {}],
    ['a priority', '/secret/.priority', '1', {}],
  ])('%s over REST', async (_, path, body, headers) => {
    const url = `${world.emulator.url}${path}.json?ns=demo`;
    const heard = await answers('secret', [1.7e308, 'text', null], async () => {
      const answer = await fetch(url, { method: 'PUT', body, headers });
      return [answer.status, await answer.text(), answer.headers.get('etag')];
    });
    const denied = [401, '{"error":"Permission denied"}', null];
    expect(heard).toEqual([denied, denied, denied]);
  });
});

test('a transaction is denied before its hash is compared if no data would allow it', async () => {
  const body = { p: '/read-only', d: 1, h: 'stale' };
  expect(await answers('read-only', ['a', null], () => stranger.request('p', body))).toEqual([
    DENIED,
    DENIED,
  ]);
});

test('a stale transaction is denied if the data decides and the client may not read it', async () => {
  const body = { p: '/hidden-growth', d: 1, h: '' };
  expect(await answers('hidden-growth', [5, 7], () => stranger.request('p', body))).toEqual([DENIED, DENIED]);
});

test('a transaction runs again if other data would allow it and the client may read it', async () => {
  await owner.set('/grows', 5);
  const { committed, snapshot } = await runTransaction(
    ref(world.client(), 'grows'),
    (value) => (value ?? 0) + 1,
  );
  expect([committed, snapshot.val()]).toEqual([true, 6]);
});

test('a client that may write learns why the data does not allow the write', async () => {
  await owner.set('/write-only', 1.7e308);
  const place = ref(world.client(), 'write-only');
  await expect(set(place, { '.sv': { increment: 1.7e308 } })).rejects.toThrow(/INVALID_DATA|invalid_data/);
  expect(await stranger.request('p', { p: '/write-only', d: { '.sv': { increment: 1.7e308 } } })).toEqual({
    s: 'invalid_data',
    d: 'Invalid data: the increment leaves the range of a double',
  });
});
