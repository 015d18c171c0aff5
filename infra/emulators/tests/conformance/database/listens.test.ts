import {
  child,
  get,
  goOffline,
  goOnline,
  off,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  ref,
  remove,
  set,
  setPriority,
  update,
} from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { Recorder, recordValues } from '../../support/database/recorder.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(() => DatabaseWorld.start());

function pair() {
  const path = freshPath();
  return { here: ref(world.client(), path), there: ref(world.client(), path) };
}

test('the writer never sees an earlier value reappear', async () => {
  const { here } = pair();
  const values = recordValues(here);
  await values.count(1);
  for (let at = 1; at <= 20; at++) await set(here, at);
  expect(values.events).toEqual([null, ...Array.from({ length: 20 }, (_, at) => at + 1)]);
});

test.each([
  ['at the written path receives the value', 'x', { name: 'Ada' }, { name: 'Ada' }],
  ['below the written path receives its part', 'x/a/b', { a: { b: 1, c: 2 }, d: 3 }, 1],
  ['above the written path receives the whole value', '', 1, { x: 1 }],
])('a listener %s, and null before that', async (_, path, written, heard) => {
  const { here, there } = pair();
  const values = recordValues(path === '' ? here : child(here, path));
  await values.count(1);
  await set(child(there, 'x'), written);
  expect(await values.count(2)).toEqual([null, heard]);
});

test('a multi-path update arrives as one event', async () => {
  const { here, there } = pair();
  await set(there, { a: 1, b: { c: 1, d: 1 } });
  const values = recordValues(here);
  await values.count(1);
  await update(there, { a: 2, 'b/c': 2, 'b/d': null });
  expect(await values.count(2)).toEqual([
    { a: 1, b: { c: 1, d: 1 } },
    { a: 2, b: { c: 2 } },
  ]);
});

test('a multi-path update is one event for a listener on several of its paths', async () => {
  const { here, there } = pair();
  await set(there, { x: { a: 1, b: 1 }, y: 1 });
  const values = recordValues(child(here, 'x'));
  await values.count(1);
  await update(there, { 'x/a': 2, 'x/b': 2, y: 2 });
  expect(await values.count(2)).toEqual([
    { a: 1, b: 1 },
    { a: 2, b: 2 },
  ]);
});

test('child events report what was added, changed, moved and removed', async () => {
  const { here, there } = pair();
  await set(there, { a: 1, b: 2 });
  const events = new Recorder<string>();
  onChildAdded(here, ({ key }) => events.record(`added ${key}`));
  onChildChanged(here, ({ key }) => events.record(`changed ${key}`));
  onChildRemoved(here, ({ key }) => events.record(`removed ${key}`));
  onChildMoved(here, ({ key }) => events.record(`moved ${key}`));
  await events.count(2);
  await set(child(there, 'c'), 3);
  await set(child(there, 'a'), 9);
  await remove(child(there, 'b'));
  await setPriority(child(there, 'a'), 'z');
  expect(await events.until((all) => all.includes('moved a'))).toEqual([
    'added a',
    'added b',
    'added c',
    'changed a',
    'removed b',
    'moved a',
    'changed a',
  ]);
});

test('a removed listener receives no further events', async () => {
  const { here, there } = pair();
  const values = recordValues(here);
  await values.count(1);
  off(here);
  await set(there, 1);
  expect((await get(here)).val()).toBe(1);
  expect(values.events).toEqual([null]);
});

test('a reconnecting client receives the changes it missed', async () => {
  const path = freshPath();
  const database = world.client();
  const values = recordValues(ref(database, path));
  await values.count(1);
  goOffline(database);
  await set(ref(world.client(), path), { while: 'away' });
  goOnline(database);
  expect(await values.count(2)).toEqual([null, { while: 'away' }]);
});

test('namespaces are isolated', async () => {
  const path = freshPath();
  await set(ref(world.client(undefined, 'one'), path), 1);
  expect((await get(ref(world.client(undefined, 'two'), path))).exists()).toBe(false);
});

test('reports the server time offset', async () => {
  const offset = recordValues(ref(world.client(), '.info/serverTimeOffset'));
  const values = await offset.until((all) => all.some((value) => typeof value === 'number'));
  expect(Math.abs(Number(values.at(-1)))).toBeLessThan(60_000);
});
