import {
  child,
  type Database,
  get,
  goOffline,
  onDisconnect,
  ref,
  serverTimestamp,
  set,
} from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { recordValues } from '../../support/database/recorder.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const RULES = {
  rules: {
    '.read': true,
    open: { '.write': true },
    own: { $uid: { '.write': 'auth.uid === $uid' } },
    gated: { '.write': "root.child('open/gate').val() === true" },
  },
};

const world = suiteFixture(() => DatabaseWorld.start({ rules: RULES }));

async function valueAfterDisconnect(leaving: Database, path: string, expected: (value: unknown) => boolean) {
  const values = recordValues(ref(world.client(), path));
  await values.count(1);
  goOffline(leaving);
  return values.last(expected);
}

test('writes several paths at once and resolves server values at disconnect time', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  const before = Date.now();
  await onDisconnect(ref(client, path)).update({ 'a/b': 1, at: serverTimestamp() });
  const value = await valueAfterDisconnect(client, path, (heard) => heard !== null);
  expect(value).toEqual({ a: { b: 1 }, at: expect.any(Number) });
  expect((value as { at: number }).at).toBeGreaterThanOrEqual(before);
});

test('removes the value when the client disconnects', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await set(ref(client, path), 'here');
  await onDisconnect(ref(client, path)).remove();
  expect(await valueAfterDisconnect(client, path, (value) => value === null)).toBe(null);
});

test('cancels the operations at and below a path only', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await onDisconnect(ref(client, `${path}/a/b`)).set('unwanted');
  await onDisconnect(ref(client, `${path}/c`)).set('wanted');
  await onDisconnect(ref(client, `${path}/a`)).cancel();
  expect(await valueAfterDisconnect(client, path, (value) => value !== null)).toEqual({ c: 'wanted' });
});

test('writes the value that was registered last for a path', async () => {
  const path = `open/${freshPath()}`;
  const client = world.client();
  await set(ref(client, path), 'here');
  await onDisconnect(ref(client, path)).set('first');
  await onDisconnect(ref(client, path)).set('second');
  expect(await valueAfterDisconnect(client, path, (value) => value !== 'here')).toBe('second');
});

test('writes as the user who registered the operation', async () => {
  const uid = freshPath();
  const client = world.client({ sub: uid });
  await onDisconnect(ref(client, `own/${uid}`)).set('mine');
  expect(await valueAfterDisconnect(client, `own/${uid}`, (value) => value !== null)).toBe('mine');
});

test('rejects an operation that the rules deny at registration', async () => {
  const client = world.client({ sub: 'somebody' });
  await expect(onDisconnect(ref(client, `own/${freshPath()}`)).set(1)).rejects.toThrow(/PERMISSION_DENIED/);
});

test('drops a write that is denied by then and makes the next one', async () => {
  const client = world.client();
  const path = `open/${freshPath()}`;
  const gate = ref(world.client(), 'open/gate');
  await set(gate, true);
  await onDisconnect(ref(client, 'gated/value')).set('too late');
  await onDisconnect(ref(client, path)).set('gone');
  await set(gate, false);
  await valueAfterDisconnect(client, path, (value) => value === 'gone');
  expect((await get(child(ref(world.client()), 'gated/value'))).exists()).toBe(false);
});

test('a reconnecting client closes its previous connection', async () => {
  const path = `open/${freshPath()}`;
  const lost = await world.socket();
  await lost.request('o', { p: `/${path}`, d: 'gone' });
  const back = await world.socket({ lastSession: lost.session });
  await lost.closed;
  expect((await back.request('g', { p: `/${path}`, q: {} })).d).toBe('gone');
});

test('a connection cannot close one of another namespace', async () => {
  const bystander = await world.socket();
  await world.socket({ lastSession: bystander.session }, 'other');
  expect((await bystander.request('s', { c: {} })).s).toBe('ok');
});
