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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../support/database-client.ts';
import { DatabaseWorld, freshPath } from './support/database-world.ts';
import { Recorder } from './support/recorder.ts';

let world: DatabaseWorld;
beforeAll(async () => {
  world = await DatabaseWorld.start();
});
afterAll(() => world.stop());

const PEOPLE = {
  ada: { name: 'Ada', age: 36, '.priority': 3 },
  bob: { name: 'Bob', age: 7, '.priority': 1 },
  cyd: { name: 'Cyd', '.priority': 2 },
  dan: { name: 'Dan', age: 'old' },
  eve: { name: 'Eve', age: true },
};
const VALUES = { n: null, a: 'text', b: 5, c: false, d: { x: 1 }, e: -1, f: true, g: 'alpha' };
const KEYS = { b: 1, a: 1, '10': 1, '9': 1, '-5': 1, '007': 1, Z: 1 };

function keysOf(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach((each) => {
    keys.push(each.key ?? '');
  });
  return keys;
}

/** Asks the server by `get` and by a listener, each on a client that knows nothing yet. */
async function select(data: unknown, ...constraints: QueryConstraint[]): Promise<string[]> {
  const path = freshPath();
  await set(ref(world.client(), path), data);
  const got = keysOf(await get(query(ref(world.client(), path), ...constraints)));
  const heard = await new Promise<string[]>((resolve) => {
    onValue(query(ref(world.client(), path), ...constraints), (snapshot) => resolve(keysOf(snapshot)));
  });
  expect(heard).toEqual(got);
  return got;
}

test.each<[string, unknown, QueryConstraint[], string[]]>([
  ['keys in order', KEYS, [orderByKey()], ['-5', '007', '9', '10', 'Z', 'a', 'b']],
  ['keys from', KEYS, [orderByKey(), startAt('10')], ['10', 'Z', 'a', 'b']],
  ['keys after', KEYS, [orderByKey(), startAfter('10')], ['Z', 'a', 'b']],
  ['keys before', KEYS, [orderByKey(), endBefore('9')], ['-5', '007']],
  ['first keys', KEYS, [orderByKey(), limitToFirst(2)], ['-5', '007']],
  ['last keys', KEYS, [orderByKey(), limitToLast(2)], ['a', 'b']],
  ['one key', KEYS, [orderByKey(), equalTo('9')], ['9']],
  ['values in order', VALUES, [orderByValue(), limitToFirst(100)], ['c', 'f', 'e', 'b', 'g', 'a', 'd']],
  ['values between', VALUES, [orderByValue(), startAt(0), endAt('alpha')], ['b', 'g']],
  ['a value', VALUES, [orderByValue(), equalTo(false)], ['c']],
  ['children by a field', PEOPLE, [orderByChild('age'), limitToLast(3)], ['bob', 'ada', 'dan']],
  ['children without the field', PEOPLE, [orderByChild('age'), equalTo(null)], ['cyd']],
  ['a field from', PEOPLE, [orderByChild('age'), startAt(7)], ['bob', 'ada', 'dan']],
  ['a field after', PEOPLE, [orderByChild('age'), startAfter(7)], ['ada', 'dan']],
  ['a field before', PEOPLE, [orderByChild('age'), endBefore(36)], ['cyd', 'eve', 'bob']],
  ['a field and a key', PEOPLE, [orderByChild('name'), equalTo('Ada', 'ada')], ['ada']],
  ['a field and another key', PEOPLE, [orderByChild('name'), equalTo('Ada', 'bob')], []],
  ['priorities', PEOPLE, [orderByPriority(), startAt(1), endAt(2)], ['bob', 'cyd']],
  ['the default order', PEOPLE, [limitToLast(2)], ['cyd', 'ada']],
  ['a deep field', { a: { b: { c: 2 } }, d: { b: { c: 1 } } }, [orderByChild('b/c'), limitToFirst(1)], ['d']],
  ['nothing of a scalar', 'scalar', [orderByKey(), limitToFirst(3)], []],
])('selects %s', async (_, data, constraints, expected) => {
  expect(await select(data, ...constraints)).toEqual(expected);
});

/** A limited listener on a client of its own, and somebody else who writes. */
async function watched(data: unknown, ...constraints: QueryConstraint[]) {
  const path = freshPath();
  const writer = ref(world.client(), path);
  await set(writer, data);
  const windows = new Recorder<string>();
  onValue(query(ref(world.client(), path), ...constraints), (snapshot) =>
    windows.record(keysOf(snapshot).join(' ')),
  );
  await windows.count(1);
  return { writer, windows };
}

test('a child that enters a full window pushes the last one out', async () => {
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

test('what happens outside of the window is not heard', async () => {
  const { writer, windows } = await watched({ b: 2, d: 4, f: 6 }, orderByValue(), limitToFirst(2));
  await set(child(writer, 'f'), 7);
  await set(child(writer, 'a'), 1);
  expect(await windows.count(2)).toEqual(['b d', 'a b']);
});

test('a child enters and leaves a range by its field', async () => {
  const { writer, windows } = await watched({ x: { n: 1 }, y: { n: 9 } }, orderByChild('n'), startAt(5));
  await update(writer, { 'x/n': 6 });
  await update(writer, { 'y/n': 4 });
  expect(await windows.count(3)).toEqual(['y', 'x y', 'x']);
});

test('a window follows when the whole node is replaced', async () => {
  const { writer, windows } = await watched({ a: 1, b: 2 }, orderByKey(), limitToLast(1));
  await set(writer, { c: 1, d: 2 });
  await remove(writer);
  expect(await windows.count(3)).toEqual(['b', 'd', '']);
});

test('several queries of one place do not get in each other’s way', async () => {
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

test('a query without an index is answered with a warning, one with an index without', async () => {
  const indexed = await DatabaseWorld.start({
    rules: { rules: { people: { '.read': true, '.indexOn': 'age' } } },
  });
  const client = await DatabaseClient.connect(indexed.emulator.url, 'demo');
  const listen = (i: string) => client.request('q', { p: '/people', q: { i, l: 1, vf: 'l' }, t: 1, h: '' });
  expect(await listen('age')).toEqual({ s: 'ok', d: {} });
  expect(await listen('name')).toEqual({ s: 'ok', d: { w: ['no_index'], p: '/people' } });
  await client.close();
  await indexed.stop();
});
