import {
  child,
  type DataSnapshot,
  endAt,
  endBefore,
  equalTo,
  get,
  limitToFirst,
  limitToLast,
  onChildAdded,
  onChildRemoved,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type QueryConstraint,
  query,
  ref,
  remove,
  set,
  startAfter,
  startAt,
  update,
} from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld, freshPath, indexedRules } from '../../support/database/database-world.ts';
import { Recorder } from '../../support/database/recorder.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const rules = indexedRules('.value', 'age', 'name', 'n', 'b/c');
const world = suiteFixture(() => DatabaseWorld.start({ rules }));

const PEOPLE = {
  ada: { name: 'Ada', age: 36, '.priority': 3 },
  bob: { name: 'Bob', age: 7, '.priority': 1 },
  cyd: { name: 'Cyd', '.priority': 2 },
  dan: { name: 'Dan', age: 'old' },
  eve: { name: 'Eve', age: true },
};
const VALUES = { n: null, a: 'text', b: 5, c: false, d: { x: 1 }, e: -1, f: true, g: 'alpha' };
const KEYS = { b: 1, a: 1, '10': 1, '9': 1, '-5': 1, '007': 1, Z: 1 };

function listKeys(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach((each) => {
    keys.push(each.key ?? '');
  });
  return keys;
}

/** Queries the server with `get` and with a listener, each on a client with an empty cache. */
async function select(data: unknown, ...constraints: QueryConstraint[]): Promise<string[]> {
  const path = freshPath();
  await set(ref(world.client(), path), data);
  const got = listKeys(await get(query(ref(world.client(), path), ...constraints)));
  const heard = await new Promise<string[]>((resolve) => {
    onValue(query(ref(world.client(), path), ...constraints), (snapshot) => resolve(listKeys(snapshot)));
  });
  expect(heard).toEqual(got);
  return got;
}

test.each<[string, unknown, QueryConstraint[], string[]]>([
  ['keys in order', KEYS, [orderByKey()], ['-5', '007', '9', '10', 'Z', 'a', 'b']],
  ['keys with startAt', KEYS, [orderByKey(), startAt('10')], ['10', 'Z', 'a', 'b']],
  ['keys with startAfter', KEYS, [orderByKey(), startAfter('10')], ['Z', 'a', 'b']],
  ['keys with endBefore', KEYS, [orderByKey(), endBefore('9')], ['-5', '007']],
  ['the first keys', KEYS, [orderByKey(), limitToFirst(2)], ['-5', '007']],
  ['the last keys', KEYS, [orderByKey(), limitToLast(2)], ['a', 'b']],
  ['one key', KEYS, [orderByKey(), equalTo('9')], ['9']],
  ['values in order', VALUES, [orderByValue(), limitToFirst(100)], ['c', 'f', 'e', 'b', 'g', 'a', 'd']],
  ['values in a range', VALUES, [orderByValue(), startAt(0), endAt('alpha')], ['b', 'g']],
  ['equal values', VALUES, [orderByValue(), equalTo(false)], ['c']],
  ['the last children by a field', PEOPLE, [orderByChild('age'), limitToLast(3)], ['bob', 'ada', 'dan']],
  ['children without the field', PEOPLE, [orderByChild('age'), equalTo(null)], ['cyd']],
  ['a field with startAt', PEOPLE, [orderByChild('age'), startAt(7)], ['bob', 'ada', 'dan']],
  ['a field with startAfter', PEOPLE, [orderByChild('age'), startAfter(7)], ['ada', 'dan']],
  ['a field with endBefore', PEOPLE, [orderByChild('age'), endBefore(36)], ['cyd', 'eve', 'bob']],
  ['an equal field and key', PEOPLE, [orderByChild('name'), equalTo('Ada', 'ada')], ['ada']],
  ['nothing for an equal field and another key', PEOPLE, [orderByChild('name'), equalTo('Ada', 'bob')], []],
  ['priorities in a range', PEOPLE, [orderByPriority(), startAt(1), endAt(2)], ['bob', 'cyd']],
  ['by priority if no order is given', PEOPLE, [limitToLast(2)], ['cyd', 'ada']],
  [
    'children by a nested field',
    { a: { b: { c: 2 } }, d: { b: { c: 1 } } },
    [orderByChild('b/c'), limitToFirst(1)],
    ['d'],
  ],
  ['nothing from a scalar', 'scalar', [orderByKey(), limitToFirst(3)], []],
])('selects %s', async (_, data, constraints, expected) => {
  expect(await select(data, ...constraints)).toEqual(expected);
});

/** A listener on a query, and a reference with which another client writes. */
async function watched(data: unknown, ...constraints: QueryConstraint[]) {
  const path = freshPath();
  const writer = ref(world.client(), path);
  await set(writer, data);
  const windows = new Recorder<string>();
  onValue(query(ref(world.client(), path), ...constraints), (snapshot) =>
    windows.record(listKeys(snapshot).join(' ')),
  );
  await windows.count(1);
  return { writer, windows };
}

test('a child that enters a full window pushes out the last one', async () => {
  const { writer, windows } = await watched({ b: 2, d: 4, f: 6 }, orderByValue(), limitToFirst(2));
  await set(child(writer, 'c'), 3);
  expect(await windows.count(2)).toEqual(['b d', 'b c']);
});

test('a child that leaves the window is replaced by the next', async () => {
  const { writer, windows } = await watched({ b: 2, d: 4, f: 6 }, orderByValue(), limitToFirst(2));
  await remove(child(writer, 'b'));
  expect(await windows.count(2)).toEqual(['b d', 'd f']);
});

test('a child that moves past the end of the window leaves it', async () => {
  const { writer, windows } = await watched({ b: 2, d: 4, f: 6 }, orderByValue(), limitToLast(2));
  await set(child(writer, 'f'), 1);
  expect(await windows.count(2)).toEqual(['d f', 'b d']);
});

test('changes outside the window are not reported', async () => {
  const { writer, windows } = await watched({ b: 2, d: 4, f: 6 }, orderByValue(), limitToFirst(2));
  await set(child(writer, 'f'), 7);
  await set(child(writer, 'a'), 1);
  expect(await windows.count(2)).toEqual(['b d', 'a b']);
});

test('a child enters and leaves a range when its field changes', async () => {
  const { writer, windows } = await watched({ x: { n: 1 }, y: { n: 9 } }, orderByChild('n'), startAt(5));
  await update(writer, { 'x/n': 6 });
  await update(writer, { 'y/n': 4 });
  expect(await windows.count(3)).toEqual(['y', 'x y', 'x']);
});

test('a window follows the replacement of the whole node', async () => {
  const { writer, windows } = await watched({ a: 1, b: 2 }, orderByKey(), limitToLast(1));
  await set(writer, { c: 1, d: 2 });
  await remove(writer);
  expect(await windows.count(3)).toEqual(['b', 'd', '']);
});

test('several queries on one path do not affect each other', async () => {
  const path = freshPath();
  const target = ref(world.client(), path);
  const reader = world.client();
  const added = new Recorder<string>();
  const removed = new Recorder<string>();
  onChildAdded(query(ref(reader, path), limitToFirst(1)), ({ key }) => added.record(`first ${key}`));
  onChildAdded(query(ref(reader, path), limitToLast(1)), ({ key }) => added.record(`last ${key}`));
  onChildRemoved(query(ref(reader, path), limitToLast(1)), ({ key }) => removed.record(`last ${key}`));
  await set(child(target, 'm'), 1);
  await added.count(2);
  await set(child(target, 'z'), 1);
  await removed.count(1);
  expect(added.events.toSorted()).toEqual(['first m', 'last m', 'last z']);
  expect(removed.events).toEqual(['last m']);
});

test('a query without an index succeeds with a warning, and one with an index without', async () => {
  const indexed = await DatabaseWorld.start({
    rules: { rules: { people: { '.read': true, '.indexOn': 'age' } } },
  });
  const client = await indexed.socket();
  const listen = (i: string) => client.request('q', { p: '/people', q: { i, l: 1, vf: 'l' }, t: 1, h: '' });
  expect(await listen('age')).toEqual({ s: 'ok', d: {} });
  expect(await listen('name')).toEqual({ s: 'ok', d: { w: ['no_index'], p: '/people' } });
  await indexed.close();
});

// https://github.com/firebase/firebase-js-sdk/issues/7843
test.each([
  ['a limit', [limitToLast(1)]],
  ['a range', [equalTo(36)]],
])(
  'rejects a single read by a field without an index, with %s',
  async (_what, constraints: QueryConstraint[]) => {
    const path = freshPath();
    await set(ref(world.client(), path), PEOPLE);
    await expect(
      get(query(ref(world.client(), path), orderByChild('email'), ...constraints)),
    ).rejects.toThrow(`Index not defined, add ".indexOn": "email", for path "/${path}", to the rules`);
  },
);

test('reads without an index if a query only sorts, and if it listens', async () => {
  const path = freshPath();
  await set(ref(world.client(), path), PEOPLE);
  expect(listKeys(await get(query(ref(world.client(), path), orderByChild('email'))))).toHaveLength(5);
  const heard = await new Promise<DataSnapshot>((resolve, reject) => {
    const sorted = query(ref(world.client(), path), orderByChild('email'), limitToLast(1));
    onValue(sorted, resolve, reject, { onlyOnce: true });
  });
  expect(listKeys(heard)).toHaveLength(1);
});
