import { readFileSync } from 'node:fs';
import { isName, MAX_NAME_LENGTH } from '@outharbor/contract/person';
import { API_DATABASE_IDENTITY } from '@outharbor/contract/user-record';
import { get, ref, remove, set, setPriority, update } from 'firebase/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseClient } from '../../support/database-client.ts';
import { DatabaseWorld } from './support/database-world.ts';

const rules = readFileSync(new URL('../../../infra/firebase/database.rules.json', import.meta.url), 'utf8');
const PROFILE = { uid: 'ada', email: 'ada@example.com', userName: 'Ada' };
const SUBSCRIPTION = { planType: 'pro', sessionId: 'cs_test_1', endsAt: 1_800_000_000, behind: true };
const REFUSED = /PERMISSION_DENIED|Permission denied/;

let world: DatabaseWorld;
let owner: DatabaseClient;
let api: DatabaseClient;
let ada: ReturnType<DatabaseWorld['client']>;
beforeAll(async () => {
  world = await DatabaseWorld.start({ rules });
  owner = await DatabaseClient.connect(world.emulator.url, 'demo');
  await owner.request('gauth', { cred: 'owner' });
  api = await DatabaseClient.connect(world.emulator.url, 'demo');
  await api.request('gauth', { cred: 'owner', authvar: API_DATABASE_IDENTITY });
  ada = world.client({ sub: 'ada', email: PROFILE.email });
});
afterAll(async () => {
  await Promise.all([owner.close(), api.close()]);
  await world.stop();
});
beforeEach(() => world.emulator.reset());

/** What the API writes when a plan changes: the user's record and its own revision, in one update. */
const grant = (revision: unknown, subscription: object) => ({
  'billing/ada/revision': revision,
  ...Object.fromEntries(
    Object.entries(subscription).map(([key, value]) => [`users/ada/subscription/${key}`, value]),
  ),
});

const stored = async (path: string): Promise<unknown> => (await owner.request('g', { p: path, q: {} })).d;

test('a user creates a record of their own and reads it', async () => {
  await set(ref(ada, 'users/ada'), PROFILE);
  expect((await get(ref(ada, 'users/ada'))).val()).toEqual(PROFILE);
});

test('others neither read nor write it', async () => {
  await owner.set('/users/ada', PROFILE);
  for (const stranger of [world.client({ sub: 'bob' }), world.client()]) {
    await expect(get(ref(stranger, 'users/ada'))).rejects.toThrow(REFUSED);
    await expect(set(ref(stranger, 'users/ada'), PROFILE)).rejects.toThrow(REFUSED);
    for (const [field, value] of Object.entries(PROFILE)) {
      await expect(set(ref(stranger, `users/ada/${field}`), value)).rejects.toThrow(REFUSED);
    }
    await expect(get(ref(stranger, 'users'))).rejects.toThrow(REFUSED);
  }
});

test.each<[string, unknown]>([
  ['another uid', { ...PROFILE, uid: 'bob' }],
  ['no e-mail', { uid: 'ada', userName: 'Ada' }],
  ['an e-mail that is a number', { ...PROFILE, email: 1 }],
  ['an empty name', { ...PROFILE, userName: '' }],
  ["somebody else's e-mail", { ...PROFILE, email: 'bob@example.com' }],
  ['more than that', { ...PROFILE, admin: true }],
  ['a subscription', { ...PROFILE, subscription: SUBSCRIPTION }],
  ['a priority', { ...PROFILE, '.priority': 1 }],
])('a record with %s is refused', async (_, record) => {
  await expect(set(ref(ada, 'users/ada'), record)).rejects.toThrow(REFUSED);
  expect(await stored('/users/ada')).toBe(null);
});

test.each([
  'A',
  'Ada Lovelace',
  '李',
  '👩‍🚀',
  '',
  ' Ada',
  'Ada ',
  'Ada\nLovelace',
  'x'.repeat(MAX_NAME_LENGTH),
  'x'.repeat(MAX_NAME_LENGTH + 1),
  `${'x'.repeat(MAX_NAME_LENGTH - 2)}🚀`,
  `${'x'.repeat(MAX_NAME_LENGTH - 1)}🚀`,
])('the record takes %j as a name where the form does', async (userName) => {
  const written = await set(ref(ada, 'users/ada'), { ...PROFILE, userName }).then(
    () => true,
    () => false,
  );
  expect(written).toBe(isName(userName));
});

test('a user without an e-mail puts none into the record', async () => {
  const eve = world.client({ sub: 'eve' });
  const record = { uid: 'eve', email: 'ada@example.com', userName: 'Eve' };
  await expect(set(ref(eve, 'users/eve'), record)).rejects.toThrow(REFUSED);
});

test('a user who has a subscription changes the profile by an update', async () => {
  await owner.set('/users/ada', { ...PROFILE, subscription: SUBSCRIPTION });
  await update(ref(ada, 'users/ada'), { ...PROFILE, userName: 'Ada L' });
  expect(await stored('/users/ada')).toEqual({ ...PROFILE, userName: 'Ada L', subscription: SUBSCRIPTION });
});

test('a subscription is neither set, changed nor lost by its user', async () => {
  await owner.set('/users/ada', { ...PROFILE, subscription: SUBSCRIPTION });
  const own = ref(ada, 'users/ada');
  const plan = ref(ada, 'users/ada/subscription');
  const attempts = [
    () => set(plan, { planType: 'business' }),
    () => remove(plan),
    () => set(ref(ada, 'users/ada/subscription/planType'), 'business'),
    () => update(own, { subscription: null }),
    () => update(own, { 'subscription/planType': 'business' }),
    () => update(ref(ada), { 'users/ada/userName': 'A', 'users/ada/subscription': null }),
    () => set(own, PROFILE),
    () => set(own, { ...PROFILE, subscription: SUBSCRIPTION }),
    () => remove(own),
    () => setPriority(own, 1),
    () => setPriority(plan, 1),
    () => set(ref(ada, 'users'), { ada: PROFILE }),
    () => remove(ref(ada)),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(REFUSED);
  expect(await stored('/users/ada')).toEqual({ ...PROFILE, subscription: SUBSCRIPTION });
});

describe('somebody who leaves', () => {
  test.each([{ leaving: 1_800_000_000 }, { left: 1_800_000_000 }])(
    'writes nothing any more: %o',
    async (mark) => {
      await owner.set('/billing/ada', { revision: 4, ...mark });
      await expect(set(ref(ada, 'users/ada'), PROFILE)).rejects.toThrow(REFUSED);
      for (const [field, value] of Object.entries(PROFILE)) {
        await expect(set(ref(ada, `users/ada/${field}`), value)).rejects.toThrow(REFUSED);
      }
      expect(await stored('/users/ada')).toBeNull();
    },
  );

  test('is forgotten by the API in one write with the tombstone, and in no other', async () => {
    const write = async (changes: object) => (await api.request('m', { p: '/', d: changes })).s;
    await owner.set('/', {
      users: { ada: { ...PROFILE, subscription: SUBSCRIPTION } },
      billing: { ada: { revision: 4, customerId: 'cus_1', leaving: 1_800_000_000 } },
    });
    const left = (revision: number) => ({
      'users/ada': null,
      'billing/ada': { revision, left: 1_800_000_001 },
    });
    expect(await write({ 'users/ada': null })).toBe('permission_denied');
    expect(await write(left(4))).toBe('permission_denied');
    expect(await write(left(5))).toBe('ok');
    expect(await stored('/')).toEqual({ billing: { ada: { revision: 5, left: 1_800_000_001 } } });
  });

  test('is told to sign out by the API alone, and only where there is a record', async () => {
    expect((await api.set('/users/ada/signedOutAt', 5)).s).toBe('permission_denied');
    await owner.set('/users/ada', PROFILE);
    await expect(set(ref(ada, 'users/ada/signedOutAt'), 5)).rejects.toThrow(REFUSED);
    await expect(set(ref(ada, 'users/ada'), { ...PROFILE, signedOutAt: 5 })).rejects.toThrow(REFUSED);
    expect((await api.set('/users/ada/signedOutAt', 5)).s).toBe('ok');
    await expect(set(ref(ada, 'users/ada'), PROFILE)).rejects.toThrow(REFUSED);
    expect(await stored('/users/ada')).toEqual({ ...PROFILE, signedOutAt: 5 });
  });
});

test('a record without a subscription is not deleted by its user, in whole or in part', async () => {
  await owner.set('/users/ada', PROFILE);
  const paths = ['users/ada', ...Object.keys(PROFILE).map((field) => `users/ada/${field}`)];
  for (const path of paths) await expect(remove(ref(ada, path))).rejects.toThrow(REFUSED);
  expect(await stored('/users/ada')).toEqual(PROFILE);
});

test('nobody becomes the API by a claim in their own token', async () => {
  const pretender = world.client({ sub: 'ada', service: 'api' });
  await expect(get(ref(pretender, 'billing/ada'))).rejects.toThrow(REFUSED);
  await expect(update(ref(pretender), grant(1, SUBSCRIPTION))).rejects.toThrow(REFUSED);
  await expect(set(ref(pretender, 'reconciler'), { a: 1 })).rejects.toThrow(REFUSED);
});

describe('the API', () => {
  const write = async (changes: object): Promise<string> =>
    (await api.request('m', { p: '/', d: changes })).s;

  test('writes a plan together with the revision, and reads what it keeps', async () => {
    expect(await write(grant(1, SUBSCRIPTION))).toBe('ok');
    const ended = { planType: null, endsAt: null, behind: null };
    expect(await write(grant(2, ended))).toBe('ok');
    expect(await stored('/users/ada/subscription')).toEqual({ sessionId: SUBSCRIPTION.sessionId });
    for (const path of ['billing/ada', 'users', 'reconciler']) {
      expect((await api.request('g', { p: path, q: {} })).s).toBe('ok');
    }
    expect((await api.set('/reconciler/progress', { section: 'users' })).s).toBe('ok');
  });

  test('changes the address in a record that is there, and whose owner stays', async () => {
    const change = async () => (await api.set('/users/ada/email', 'new@example.com')).s;
    expect(await change()).toBe('permission_denied');
    await owner.set('/users/ada', { ...PROFILE, subscription: SUBSCRIPTION });
    expect(await change()).toBe('ok');
    expect(await stored('/users/ada/email')).toBe('new@example.com');
    expect((await api.set('/users/ada/email', null)).s).toBe('permission_denied');
    expect((await api.set('/users/ada/email', 7)).s).toBe('permission_denied');
    await expect(set(ref(ada, 'users/ada/email'), 'new@example.com')).rejects.toThrow(REFUSED);
    for (const mark of [{ leaving: 1 }, { left: 1 }]) {
      await owner.set('/billing/ada', { revision: 4, ...mark });
      expect(await change()).toBe('permission_denied');
    }
  });

  test.each<[string, object]>([
    ['the revision that is stored already', grant(4, SUBSCRIPTION)],
    ['an older revision', grant(3, SUBSCRIPTION)],
    ['a revision that skips one', grant(6, SUBSCRIPTION)],
    ['a revision that is no number', grant('5', SUBSCRIPTION)],
    [
      'bookkeeping under an older revision',
      { 'billing/ada/checkoutAttempt': 'b', 'billing/ada/revision': 4 },
    ],
    ['bookkeeping without a revision', { 'billing/ada/checkoutAttempt': 'b' }],
    ['a plan without a revision', { 'users/ada/subscription/planType': 'pro' }],
    ['the end of all bookkeeping', { 'billing/ada': null }],
    ['a plan that is not sold', grant(5, { planType: 'gold' })],
    ['a plan that is a number', grant(5, { planType: 1 })],
    ['a malformed session id', grant(5, { sessionId: 'cs_test_../x' })],
    ['a session of a number', grant(5, { sessionId: 7 })],
    ['anything else beside the plan', grant(5, { ...SUBSCRIPTION, admin: true })],
    ["a user's profile", { 'users/ada/userName': 'Eve' }],
    ['a place of its own', { elsewhere: 1 }],
  ])('is refused %s', async (_, changes) => {
    await owner.set('/billing/ada', { revision: 4, checkoutAttempt: 'a' });
    expect(await write(changes)).toBe('permission_denied');
    expect(await stored('/')).toEqual({ billing: { ada: { revision: 4, checkoutAttempt: 'a' } } });
  });
});

test.each(['billing/ada', 'billing', 'reconciler', 'elsewhere', ''])(
  '"%s" is closed to users',
  async (path) => {
    const target = path === '' ? ref(ada) : ref(ada, path);
    await expect(get(target)).rejects.toThrow(REFUSED);
    await expect(set(target, { a: 1 })).rejects.toThrow(REFUSED);
  },
);
