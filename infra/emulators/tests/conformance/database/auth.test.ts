import {
  type Database,
  get,
  limitToFirst,
  onValue,
  orderByKey,
  type Query,
  query,
  ref,
  set,
} from 'firebase/database';
import { expect, test } from 'vitest';
import { DatabaseWorld } from '../../support/database/database-world.ts';
import { Recorder, recordValues } from '../../support/database/recorder.ts';
import { idToken } from '../../support/database/tokens.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const RULES = {
  rules: {
    public: { '.read': true, '.write': true },
    users: { $uid: { '.read': 'auth.uid === $uid', '.write': 'auth.uid === $uid' } },
    admins: { '.read': 'auth.token.admin === true' },
    members: {
      '.read': "root.child('public/members').child(auth.uid).val() === true",
    },
    provider: { '.read': "auth.provider === 'password'" },
  },
};

const world = suiteFixture(() => DatabaseWorld.start({ rules: RULES }));

/** Records the values of a listen and the error code if it is cancelled. */
function listenTo(query: Query): Recorder<unknown> {
  const heard = new Recorder<unknown>();
  onValue(
    query,
    (snapshot) => heard.record(snapshot.val()),
    (error) => heard.record((error as Error & { code: string }).code),
  );
  return heard;
}

test('denies reads and writes that no rule allows', async () => {
  const client = world.client();
  await expect(get(ref(client, 'elsewhere'))).rejects.toThrow('Permission denied');
  await expect(set(ref(client, 'elsewhere'), 1)).rejects.toThrow(/PERMISSION_DENIED/);
});

test('users can access only their own data', async () => {
  const ada = world.client({ sub: 'ada' });
  await set(ref(ada, 'users/ada'), 'mine');
  expect((await get(ref(ada, 'users/ada'))).val()).toBe('mine');
  await expect(get(ref(ada, 'users/bob'))).rejects.toThrow('Permission denied');
  await expect(set(ref(ada, 'users/bob'), 1)).rejects.toThrow(/PERMISSION_DENIED/);
  await expect(get(ref(world.client(), 'users/ada'))).rejects.toThrow('Permission denied');
});

test('a denied write is rolled back at the writer and not sent to other listeners', async () => {
  const [writer, reader] = [world.client({ sub: 'eva' }), world.client({ sub: 'eva' })];
  const place = 'users/eva';
  await set(ref(writer, place), 'before');
  const [own, values] = [recordValues(ref(writer, place)), recordValues(ref(reader, place))];
  for (const heard of [own, values]) await heard.count(1);
  world.emulator.setRules({ rules: { ...RULES.rules, users: { $uid: { '.read': true, '.write': false } } } });
  await expect(set(ref(writer, place), 'denied')).rejects.toThrow(/PERMISSION_DENIED/);
  world.emulator.setRules(RULES);
  expect(own.events).toEqual(['before', 'denied', 'before']);
  await set(ref(writer, place), 'allowed');
  expect(await values.count(2)).toEqual(['before', 'allowed']);
});

test('rules can read the claims and provider of a token', async () => {
  const admin = world.client({
    sub: 'root',
    admin: true,
    firebase: { sign_in_provider: 'password', identities: {} },
  });
  expect((await get(ref(admin, 'admins'))).exists()).toBe(false);
  expect((await get(ref(admin, 'provider'))).exists()).toBe(false);
  await expect(get(ref(world.client({ sub: 'user' }), 'admins'))).rejects.toThrow('Permission denied');
});

test('cancels a listen when a data change revokes access, before it sends the new data', async () => {
  const owner = await world.owner();
  await owner.set('/public/members/cyd', true);
  await owner.set('/members', 'secret');
  const heard = listenTo(ref(world.client({ sub: 'cyd' }), 'members'));
  await heard.count(1);
  await owner.set('/public/members/cyd', false);
  await owner.set('/members', 'more secret');
  expect(await heard.count(2)).toEqual(['secret', 'PERMISSION_DENIED']);
});

test.each([
  ['a listen', (client: Database) => ref(client, 'public/place')],
  [
    'a filtered listen',
    (client: Database) => query(ref(client, 'public/list'), orderByKey(), limitToFirst(2)),
  ],
])('cancels %s when new rules revoke access', async (_what, select) => {
  const heard = listenTo(select(world.client()));
  await heard.count(1);
  world.emulator.setRules({ rules: { '.read': false } });
  expect(await heard.count(2)).toEqual([null, 'PERMISSION_DENIED']);
  world.emulator.setRules(RULES);
});

test('cancels a listen when its user signs out', async () => {
  const client = await world.socket();
  await client.request('auth', { cred: idToken('dan') });
  await client.request('q', { p: '/users/dan', h: '' });
  await client.request('unauth', {});
  expect(client.pushes.at(-1)).toEqual({ t: 'd', d: { a: 'c', b: { p: '/users/dan' } } });
});

test('token expiry revokes authentication and cancels the listens', async () => {
  const client = await world.socket();
  const seconds = Math.floor(Date.now() / 1000);
  await client.request('auth', { cred: idToken('eve', { iat: seconds - 3600, exp: seconds + 3 }) });
  await client.request('q', { p: '/users/eve', h: '' });
  const actions = new Recorder<string | undefined>();
  client.onPush = (message) => actions.record(message.d.a);
  expect(await actions.count(2)).toEqual(['ac', 'c']);
  expect((await client.request('g', { p: '/users/eve', q: {} })).s).toBe('permission_denied');
});

test.each([
  ['an expired token', idToken('x', { iat: 1, exp: 2 }), 'expired_token'],
  ['a token without a user', idToken(''), 'invalid_token'],
  ['a malformed token', 'a.b.c', 'invalid_token'],
  ['a number as a token', 7, 'invalid_token'],
])('rejects %s', async (_, cred, status) => {
  const client = await world.socket();
  expect((await client.request('auth', { cred })).s).toBe(status);
});

test('each connection has its own identity', async () => {
  const [first, second] = [await world.socket(), await world.socket()];
  await first.request('auth', { cred: idToken('ada') });
  expect((await second.request('g', { p: '/users/ada', q: {} })).s).toBe('permission_denied');
  await second.request('auth', { cred: idToken('bob') });
  expect((await first.request('g', { p: '/users/ada', q: {} })).s).toBe('ok');
});

test('the owner bypasses the rules unless an override applies them', async () => {
  const client = await world.owner();
  expect((await client.set('/anywhere', 1)).s).toBe('ok');
  await client.request('gauth', { cred: 'owner', authvar: { uid: 'ada' } });
  expect((await client.set('/users/ada', 1)).s).toBe('ok');
  expect((await client.set('/anywhere', 1)).s).toBe('permission_denied');
  await client.request('gauth', { cred: 'owner', noauth: true });
  expect((await client.set('/users/ada', 1)).s).toBe('permission_denied');
});

test.each([
  ['x-emulator-public', '1'],
  ['x-forwarded-for', '10.0.0.1'],
])('a socket that arrived with %s cannot authenticate as the owner', async (name, value) => {
  const client = await world.socket({ headers: { [name]: value } });
  expect((await client.request('gauth', { cred: 'owner' })).s).toBe('invalid_token');
  expect((await client.set('/anywhere', 1)).s).toBe('permission_denied');
});
