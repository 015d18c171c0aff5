import {
  child,
  get,
  increment,
  onValue,
  push,
  ref,
  remove,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  update,
} from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { recordValues } from '../../support/database/recorder.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(() => DatabaseWorld.start());

/** A target to write to, and a read that the writer's cache cannot answer. */
function freshTarget() {
  const path = freshPath();
  const reader = world.client();
  return { target: ref(world.client(), path), read: () => get(ref(reader, path)) };
}

test.each([
  ['a string', 'text'],
  ['an empty string', ''],
  ['a number', -12.5],
  ['zero', 0],
  ['a large number', 1.7e308],
  ['a boolean', false],
  ['a tree', { a: { b: [1, 2, 3], c: 'x' } }],
  ['text in many scripts', 'Grüße, 世界 👋\u2028'],
  ['keys named like prototype members', { constructor: 1, toString: { valueOf: 2 } }],
])('reads back %s', async (_, value) => {
  const { target, read } = freshTarget();
  await set(target, value);
  expect((await read()).val()).toEqual(value);
});

test('null and an empty object remove a value', async () => {
  const { target, read } = freshTarget();
  await set(target, { a: 1, b: 2 });
  await set(child(target, 'a'), null);
  expect((await read()).val()).toEqual({ b: 2 });
  await set(child(target, 'b'), {});
  expect((await read()).exists()).toBe(false);
});

test('remove also removes parents that become empty', async () => {
  const { target, read } = freshTarget();
  await set(child(target, 'a/b/c'), 1);
  await remove(child(target, 'a/b/c'));
  expect((await read()).exists()).toBe(false);
});

test('a child written under a scalar replaces the scalar', async () => {
  const { target, read } = freshTarget();
  await set(target, 'scalar');
  await set(child(target, 'a'), 1);
  expect((await read()).val()).toEqual({ a: 1 });
});

test('update leaves other children unchanged', async () => {
  const { target, read } = freshTarget();
  await set(target, { a: 1, b: { c: 1, d: 1 } });
  await update(target, { 'b/c': 2, e: 3 });
  expect((await read()).val()).toEqual({ a: 1, b: { c: 2, d: 1 }, e: 3 });
});

test('pushed children keep their order of creation', async () => {
  const { target, read } = freshTarget();
  for (let at = 0; at < 20; at++) await push(target, at);
  expect(Object.values((await read()).val())).toEqual(Array.from({ length: 20 }, (_, at) => at));
});

test('a dense list is read as an array and a sparse one as an object', async () => {
  const { target, read } = freshTarget();
  await set(target, { dense: { 0: 'a', 1: 'b' }, sparse: { 0: 'a', 9: 'b' } });
  expect((await read()).val()).toEqual({ dense: ['a', 'b'], sparse: { 0: 'a', 9: 'b' } });
});

test('scalars and trees keep a priority', async () => {
  const { target, read } = freshTarget();
  await setWithPriority(child(target, 'scalar'), 1, 'p');
  await setWithPriority(child(target, 'tree'), { a: 1 }, 7);
  const snapshot = await read();
  expect(snapshot.child('scalar').priority).toBe('p');
  expect(snapshot.child('tree').priority).toBe(7);
  expect(snapshot.exportVal()).toEqual({
    scalar: { '.value': 1, '.priority': 'p' },
    tree: { a: 1, '.priority': 7 },
  });
});

test('setPriority changes only the priority', async () => {
  const { target, read } = freshTarget();
  await set(target, { a: 1 });
  await setPriority(target, 5);
  expect((await read()).exportVal()).toEqual({ a: 1, '.priority': 5 });
  await setPriority(target, null);
  expect((await read()).exportVal()).toEqual({ a: 1 });
});

// As DataTestIT.testDeepUpdate of firebase-admin-java.
test('an update sets priorities beside children of the same node', async () => {
  const path = freshPath();
  const target = ref(world.client(), path);
  await set(target, { a: { x: 1, y: 2 } });
  const seen: unknown[] = [];
  onValue(ref(world.client(), path), (snapshot) => seen.push(snapshot.exportVal()));
  await expect.poll(() => seen).toEqual([{ a: { x: 1, y: 2 } }]);
  await update(target, { 'a/x': 10, '.priority': 3, 'a/y': { '.value': 20, '.priority': 2 } });
  const expected = { '.priority': 3, a: { x: 10, y: { '.value': 20, '.priority': 2 } } };
  await expect.poll(() => seen.at(-1)).toEqual(expected);
  expect(seen).toHaveLength(2);
});

test('rejects a priority without data, and accepts null for one', async () => {
  const { target, read } = freshTarget();
  await expect(setPriority(target, 5)).rejects.toThrow(/invalid_parameters/i);
  await expect(update(target, { 'a/.priority': 5 })).rejects.toThrow(/invalid_parameters/i);
  await setPriority(target, null);
  expect((await read()).exists()).toBe(false);
});

test('a timestamp is the server time and the same throughout a write', async () => {
  const { target, read } = freshTarget();
  const before = Date.now();
  await set(target, { a: serverTimestamp(), b: { c: serverTimestamp() } });
  const value = (await read()).val();
  expect(value.a).toBe(value.b.c);
  expect(value.a).toBeGreaterThanOrEqual(before);
  expect(value.a).toBeLessThanOrEqual(Date.now());
});

test('a priority can be a server value', async () => {
  const { target, read } = freshTarget();
  await setWithPriority(target, 1, serverTimestamp() as unknown as number);
  expect(typeof (await read()).priority).toBe('number');
});

test('increments by several clients add up', async () => {
  const path = freshPath();
  const clients = Array.from({ length: 4 }, () => ref(world.client(), path));
  await Promise.all(clients.flatMap((target) => Array.from({ length: 10 }, () => set(target, increment(2)))));
  expect((await get(ref(world.client(), path))).val()).toBe(80);
});

test('incrementing a value that is not a number starts from zero', async () => {
  const { target, read } = freshTarget();
  await set(target, 'text');
  await set(target, increment(3));
  expect((await read()).val()).toBe(3);
});

test('listeners receive resolved server values', async () => {
  const path = freshPath();
  const values = recordValues(ref(world.client(), path));
  await values.count(1);
  await set(ref(world.client(), path), { at: serverTimestamp(), n: increment(1) });
  expect(await values.count(2)).toEqual([null, { at: expect.any(Number), n: 1 }]);
});

test('a value of several frames arrives complete in both directions', async () => {
  const { target, read } = freshTarget();
  const value = { list: Array.from({ length: 2_000 }, (_, at) => at), text: 'é世'.repeat(100_000) };
  await set(target, value);
  expect(JSON.stringify((await read()).val()) === JSON.stringify(value)).toBe(true);
});

// Written over REST, because the SDK splits its frames inside surrogate pairs.
test('splitting a value into frames does not break a surrogate pair', async () => {
  const path = freshPath();
  const text = `x${'👋'.repeat(50_000)}`;
  await fetch(`${world.emulator.url}/${path}.json?ns=demo`, { method: 'PUT', body: JSON.stringify(text) });
  expect((await get(ref(world.client(), path))).val() === text).toBe(true);
});

test('accepts a string of ten megabytes, the maximum of the SDK', async () => {
  const { target, read } = freshTarget();
  const text = 'x'.repeat(10 * 1024 * 1024);
  await set(target, text);
  expect((await read()).val()).toHaveLength(text.length);
});
