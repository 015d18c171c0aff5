import {
  child,
  type Database,
  get,
  goOffline,
  onDisconnect,
  onValue,
  ref,
  serverTimestamp,
  set,
} from 'firebase/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../support/database-client.ts';
import { DatabaseWorld, freshPath } from './support/database-world.ts';
import { valueRecorder } from './support/recorder.ts';

const RULES = {
  rules: {
    '.read': true,
    open: { '.write': true },
    own: { $uid: { '.write': 'auth.uid === $uid' } },
    gated: { '.write': "root.child('open/gate').val() === true" },
  },
};

let world: DatabaseWorld;
beforeAll(async () => {
  world = await DatabaseWorld.start({ rules: RULES });
});
afterAll(() => world.stop());

async function heardAfter(leaving: Database, path: string, expected: (value: unknown) => boolean) {
  const values = valueRecorder();
  onValue(ref(world.client(), path), values.onSnapshot);
  await values.count(1);
  goOffline(leaving);
  return values.last(expected);
}

test('what was left is written when the client goes', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await set(ref(client, path), 'here');
  await onDisconnect(ref(client, path)).set('gone');
  expect(await heardAfter(client, path, (value) => value === 'gone')).toBe('gone');
});

test('several paths are written together, server values as of then', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  const before = Date.now();
  await onDisconnect(ref(client, path)).update({ 'a/b': 1, at: serverTimestamp() });
  const value = await heardAfter(client, path, (heard) => heard !== null);
  expect(value).toEqual({ a: { b: 1 }, at: expect.any(Number) });
  expect((value as { at: number }).at).toBeGreaterThanOrEqual(before);
});

test('remove removes', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await set(ref(client, path), 'here');
  await onDisconnect(ref(client, path)).remove();
  expect(await heardAfter(client, path, (value) => value === null)).toBe(null);
});

test('cancel takes back what is below as well, and nothing else', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await onDisconnect(ref(client, `${path}/a/b`)).set('unwanted');
  await onDisconnect(ref(client, `${path}/c`)).set('wanted');
  await onDisconnect(ref(client, `${path}/a`)).cancel();
  expect(await heardAfter(client, path, (value) => value !== null)).toEqual({ c: 'wanted' });
});

test('the later of two writes for one place counts', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await onDisconnect(ref(client, path)).set('first');
  await onDisconnect(ref(client, path)).set('second');
  expect(await heardAfter(client, path, (value) => value !== null)).toBe('second');
});

test('the write is made as the user who left it', async () => {
  const uid = freshPath();
  const client = world.client({ sub: uid });
  await onDisconnect(ref(client, `own/${uid}`)).set('mine');
  expect(await heardAfter(client, `own/${uid}`, (value) => value !== null)).toBe('mine');
});

test('a write that the rules refuse is refused when it is left', async () => {
  const client = world.client({ sub: 'somebody' });
  await expect(onDisconnect(ref(client, `own/${freshPath()}`)).set(1)).rejects.toThrow(/PERMISSION_DENIED/);
});

test('a write that is no longer allowed is dropped and the next one made', async () => {
  const client = world.client();
  const path = `open/${freshPath()}`;
  const gate = ref(world.client(), 'open/gate');
  await set(gate, true);
  await onDisconnect(ref(client, 'gated/value')).set('too late');
  await onDisconnect(ref(client, path)).set('gone');
  await set(gate, false);
  await heardAfter(client, path, (value) => value === 'gone');
  expect((await get(child(ref(world.client()), 'gated/value'))).exists()).toBe(false);
});

test('a client that connects again ends the connection it had before', async () => {
  const path = `open/${freshPath()}`;
  const { url } = world.emulator;
  const lost = await DatabaseClient.connect(url, 'demo');
  await lost.request('o', { p: `/${path}`, d: 'gone' });
  const back = await DatabaseClient.connect(url, 'demo', { lastSession: lost.session });
  await lost.closed;
  expect((await back.request('g', { p: `/${path}`, q: {} })).d).toBe('gone');
  await back.close();
});

test('a connection of another namespace cannot end one', async () => {
  const { url } = world.emulator;
  const bystander = await DatabaseClient.connect(url, 'demo');
  const other = await DatabaseClient.connect(url, 'other', { lastSession: bystander.session });
  expect((await bystander.request('s', { c: {} })).s).toBe('ok');
  await Promise.all([bystander.close(), other.close()]);
});
