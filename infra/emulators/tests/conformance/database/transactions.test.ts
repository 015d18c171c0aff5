import { get, onValue, ref, runTransaction, set } from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { recordValues } from '../../support/database/recorder.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const world = suiteFixture(() => DatabaseWorld.start());

test('concurrent transactions lose no update', async () => {
  const path = freshPath();
  const counters = Array.from({ length: 4 }, () => ref(world.client(), path));
  const add = (value: number | null) => (value ?? 0) + 1;
  await Promise.all(counters.flatMap((counter) => [1, 2, 3, 4, 5].map(() => runTransaction(counter, add))));
  expect((await get(ref(world.client(), path))).val()).toBe(20);
});

test('a transaction runs again when its cached state is stale', async () => {
  const path = freshPath();
  await set(ref(world.client(), path), { stock: 3 });
  const seen: unknown[] = [];
  const result = await runTransaction(ref(world.client(), path), (value) => {
    seen.push(value);
    return value === null ? { stock: 0 } : { stock: value.stock - 1 };
  });
  expect(seen).toEqual([null, { stock: 3 }]);
  expect(result.committed).toBe(true);
  expect(result.snapshot.val()).toEqual({ stock: 2 });
});

test('a transaction that returns undefined changes nothing', async () => {
  const path = freshPath();
  const target = ref(world.client(), path);
  await set(target, 1);
  const result = await runTransaction(target, () => undefined);
  expect(result.committed).toBe(false);
  expect((await get(ref(world.client(), path))).val()).toBe(1);
});

test('a write with a stale hash is answered with datastale and changes nothing', async () => {
  const path = freshPath();
  const values = recordValues(ref(world.client(), path));
  await values.count(1);
  const reply = await (await world.socket()).request('p', { p: `/${path}`, d: 1, h: 'stale' });
  expect(reply.s).toBe('datastale');
  expect((await get(ref(world.client(), path))).exists()).toBe(false);
  expect(values.events).toEqual([null]);
});

test('a transaction on a tree with priorities and many types commits on its first run', async () => {
  const path = freshPath();
  const target = ref(world.client(), path);
  const tree = {
    '.priority': 3,
    a: { '.value': 'x', '.priority': 'p' },
    b: [1.5, -2, true],
    '10': '',
    '9': 'é👋',
  };
  await set(target, tree);
  let runs = 0;
  onValue(target, () => {});
  await get(target);
  await runTransaction(target, (value) => {
    runs++;
    return { ...value, done: true };
  });
  expect(runs).toBe(1);
});
