import { readFileSync } from 'node:fs';
import { isName, MAX_NAME_LENGTH } from '@outharbor/contract/person';
import { LAST, NEXT } from '@outharbor/contract/testing/plans';
import { API_DATABASE_IDENTITY } from '@outharbor/contract/user-record';
import { get, ref, remove, set, setPriority, update } from 'firebase/database';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseWorld } from '../../infra/emulators/tests/support/database/database-world.ts';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';

const rules = readFileSync(new URL('../../infra/firebase/database.rules.json', import.meta.url), 'utf8');
const PROFILE = { uid: 'ada', email: 'ada@example.com', userName: 'Ada' };
const SUBSCRIPTION = { planType: NEXT.name, sessionId: 'cs_test_1', endsAt: 1_800_000_000, pastDue: true };
const REJECTED = /PERMISSION_DENIED|Permission denied/;

const world = suiteFixture(() => DatabaseWorld.start({ rules }));
const owner = suiteFixture(() => world.owner());
const api = suiteFixture(() => world.owner(API_DATABASE_IDENTITY));
let ada: ReturnType<DatabaseWorld['client']>;
beforeAll(() => {
  ada = world.client({ sub: 'ada', email: PROFILE.email });
});
beforeEach(() => world.emulator.reset());

/** The API's write for a plan change: the user's record and its new revision, in one update. */
const grant = (revision: unknown, subscription: object) => ({
  'billing/ada/revision': revision,
  ...Object.fromEntries(
    Object.entries(subscription).map(([key, value]) => [`users/ada/subscription/${key}`, value]),
  ),
});

const stored = async (path: string): Promise<unknown> => (await owner.request('g', { p: path, q: {} })).d;

test('a user creates and reads their own record', async () => {
  await set(ref(ada, 'users/ada'), PROFILE);
  expect((await get(ref(ada, 'users/ada'))).val()).toEqual(PROFILE);
});

test('other users can neither read nor write the record', async () => {
  await owner.set('/users/ada', PROFILE);
  for (const stranger of [world.client({ sub: 'bob' }), world.client()]) {
    await expect(get(ref(stranger, 'users/ada'))).rejects.toThrow(REJECTED);
    await expect(set(ref(stranger, 'users/ada'), PROFILE)).rejects.toThrow(REJECTED);
    for (const [field, value] of Object.entries(PROFILE)) {
      await expect(set(ref(stranger, `users/ada/${field}`), value)).rejects.toThrow(REJECTED);
    }
    await expect(get(ref(stranger, 'users'))).rejects.toThrow(REJECTED);
  }
});

test.each<[string, unknown]>([
  ['another uid', { ...PROFILE, uid: 'bob' }],
  ['no email', { uid: 'ada', userName: 'Ada' }],
  ['a numeric email', { ...PROFILE, email: 1 }],
  ['an empty name', { ...PROFILE, userName: '' }],
  ["another user's email", { ...PROFILE, email: 'bob@example.com' }],
  ['an unknown field', { ...PROFILE, admin: true }],
  ['a subscription', { ...PROFILE, subscription: SUBSCRIPTION }],
  ['a priority', { ...PROFILE, '.priority': 1 }],
])('rejects a record with %s', async (_, record) => {
  await expect(set(ref(ada, 'users/ada'), record)).rejects.toThrow(REJECTED);
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
  '   ',
  'x'.repeat(MAX_NAME_LENGTH),
  'x'.repeat(MAX_NAME_LENGTH + 1),
  `${'x'.repeat(MAX_NAME_LENGTH - 2)}🚀`,
  `${'x'.repeat(MAX_NAME_LENGTH - 1)}🚀`,
])('accepts the name %j exactly when the sign-up form does', async (userName) => {
  const written = await set(ref(ada, 'users/ada'), { ...PROFILE, userName }).then(
    () => true,
    () => false,
  );
  expect(written).toBe(isName(userName));
});

test('a user without an email cannot put one into the record', async () => {
  const eve = world.client({ sub: 'eve' });
  const record = { uid: 'eve', email: 'ada@example.com', userName: 'Eve' };
  await expect(set(ref(eve, 'users/eve'), record)).rejects.toThrow(REJECTED);
});

test('a subscriber updates their profile', async () => {
  await owner.set('/users/ada', { ...PROFILE, subscription: SUBSCRIPTION });
  await update(ref(ada, 'users/ada'), { ...PROFILE, userName: 'Ada L' });
  expect(await stored('/users/ada')).toEqual({ ...PROFILE, userName: 'Ada L', subscription: SUBSCRIPTION });
});

test('a user can neither set, change nor remove a subscription', async () => {
  await owner.set('/users/ada', { ...PROFILE, subscription: SUBSCRIPTION });
  const own = ref(ada, 'users/ada');
  const plan = ref(ada, 'users/ada/subscription');
  const attempts = [
    () => set(plan, { planType: LAST.name }),
    () => remove(plan),
    () => set(ref(ada, 'users/ada/subscription/planType'), LAST.name),
    () => update(own, { subscription: null }),
    () => update(own, { 'subscription/planType': LAST.name }),
    () => update(ref(ada), { 'users/ada/userName': 'A', 'users/ada/subscription': null }),
    () => set(own, PROFILE),
    () => set(own, { ...PROFILE, subscription: SUBSCRIPTION }),
    () => remove(own),
    () => setPriority(own, 1),
    () => setPriority(plan, 1),
    () => set(ref(ada, 'users'), { ada: PROFILE }),
    () => remove(ref(ada)),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow(REJECTED);
  expect(await stored('/users/ada')).toEqual({ ...PROFILE, subscription: SUBSCRIPTION });
});

describe('account deletion', () => {
  test.each(['deletionStartedAt', 'deletedAt'])(
    'denies every write of a user marked with %s',
    async (mark) => {
      await owner.set('/billing/ada', { revision: 4, [mark]: 1_800_000_000 });
      await expect(set(ref(ada, 'users/ada'), PROFILE)).rejects.toThrow(REJECTED);
      for (const [field, value] of Object.entries(PROFILE)) {
        await expect(set(ref(ada, `users/ada/${field}`), value)).rejects.toThrow(REJECTED);
      }
      expect(await stored('/users/ada')).toBeNull();
    },
  );

  test('lets the API delete the record only in one write with the tombstone', async () => {
    const write = async (changes: object) => (await api.request('m', { p: '/', d: changes })).s;
    await owner.set('/', {
      users: { ada: { ...PROFILE, subscription: SUBSCRIPTION } },
      billing: { ada: { revision: 4, customerId: 'cus_1', deletionStartedAt: 1_800_000_000 } },
    });
    const tombstone = (revision: number) => ({
      'users/ada': null,
      'billing/ada': { revision, deletedAt: 1_800_000_001 },
    });
    expect(await write({ 'users/ada': null })).toBe('permission_denied');
    expect(await write(tombstone(4))).toBe('permission_denied');
    expect(await write(tombstone(5))).toBe('ok');
    expect(await stored('/')).toEqual({ billing: { ada: { revision: 5, deletedAt: 1_800_000_001 } } });
  });

  test('lets only the API set signedOutAt, and only in an existing record', async () => {
    expect((await api.set('/users/ada/signedOutAt', 5)).s).toBe('permission_denied');
    await owner.set('/users/ada', PROFILE);
    await expect(set(ref(ada, 'users/ada/signedOutAt'), 5)).rejects.toThrow(REJECTED);
    await expect(set(ref(ada, 'users/ada'), { ...PROFILE, signedOutAt: 5 })).rejects.toThrow(REJECTED);
    expect((await api.set('/users/ada/signedOutAt', 5)).s).toBe('ok');
    await expect(set(ref(ada, 'users/ada'), PROFILE)).rejects.toThrow(REJECTED);
    expect(await stored('/users/ada')).toEqual({ ...PROFILE, signedOutAt: 5 });
  });
});

test('a user without a subscription can delete neither their record nor parts of it', async () => {
  await owner.set('/users/ada', PROFILE);
  const paths = ['users/ada', ...Object.keys(PROFILE).map((field) => `users/ada/${field}`)];
  for (const path of paths) await expect(remove(ref(ada, path))).rejects.toThrow(REJECTED);
  expect(await stored('/users/ada')).toEqual(PROFILE);
});

test('a claim in a user token does not make its user the API', async () => {
  const pretender = world.client({ sub: 'ada', service: 'api' });
  await expect(get(ref(pretender, 'billing/ada'))).rejects.toThrow(REJECTED);
  await expect(update(ref(pretender), grant(1, SUBSCRIPTION))).rejects.toThrow(REJECTED);
  await expect(set(ref(pretender, 'reconciler'), { a: 1 })).rejects.toThrow(REJECTED);
});

describe('the API', () => {
  const write = async (changes: object): Promise<string> =>
    (await api.request('m', { p: '/', d: changes })).s;

  test('writes a plan together with its revision, and reads what it stores', async () => {
    expect(await write(grant(1, SUBSCRIPTION))).toBe('ok');
    const ended = { planType: null, endsAt: null, pastDue: null };
    expect(await write(grant(2, ended))).toBe('ok');
    expect(await stored('/users/ada/subscription')).toEqual({ sessionId: SUBSCRIPTION.sessionId });
    for (const path of ['billing/ada', 'users', 'reconciler']) {
      expect((await api.request('g', { p: path, q: {} })).s).toBe('ok');
    }
    expect((await api.set('/reconciler/progress', { section: 'users' })).s).toBe('ok');
  });

  test('changes the email only in an existing record of a user whose account is not being deleted', async () => {
    const change = async () => (await api.set('/users/ada/email', 'new@example.com')).s;
    expect(await change()).toBe('permission_denied');
    await owner.set('/users/ada', { ...PROFILE, subscription: SUBSCRIPTION });
    expect(await change()).toBe('ok');
    expect(await stored('/users/ada/email')).toBe('new@example.com');
    expect((await api.set('/users/ada/email', null)).s).toBe('permission_denied');
    expect((await api.set('/users/ada/email', 7)).s).toBe('permission_denied');
    await expect(set(ref(ada, 'users/ada/email'), 'new@example.com')).rejects.toThrow(REJECTED);
    for (const mark of [{ deletionStartedAt: 1 }, { deletedAt: 1 }]) {
      await owner.set('/billing/ada', { revision: 4, ...mark });
      expect(await change()).toBe('permission_denied');
    }
  });

  test.each<[string, object]>([
    ['the revision that is already stored', grant(4, SUBSCRIPTION)],
    ['an older revision', grant(3, SUBSCRIPTION)],
    ['a revision that skips one', grant(6, SUBSCRIPTION)],
    ['a revision that is not a number', grant('5', SUBSCRIPTION)],
    [
      'billing data with the stored revision',
      { 'billing/ada/checkoutAttempt': 'b', 'billing/ada/revision': 4 },
    ],
    ['billing data without a revision', { 'billing/ada/checkoutAttempt': 'b' }],
    ['a plan without a revision', { 'users/ada/subscription/planType': NEXT.name }],
    ['the removal of all billing data', { 'billing/ada': null }],
    ['an unknown plan', grant(5, { planType: 'gold' })],
    ['a numeric plan', grant(5, { planType: 1 })],
    ['a malformed session ID', grant(5, { sessionId: 'cs_test_../x' })],
    ['a numeric session ID', grant(5, { sessionId: 7 })],
    ['an unknown field next to the plan', grant(5, { ...SUBSCRIPTION, admin: true })],
    ["a user's profile", { 'users/ada/userName': 'Eve' }],
    ['an unknown path', { elsewhere: 1 }],
  ])('cannot write %s', async (_, changes) => {
    await owner.set('/billing/ada', { revision: 4, checkoutAttempt: 'a' });
    expect(await write(changes)).toBe('permission_denied');
    expect(await stored('/')).toEqual({ billing: { ada: { revision: 4, checkoutAttempt: 'a' } } });
  });
});

test.each(['billing/ada', 'billing', 'reconciler', 'elsewhere', ''])(
  'users can neither read nor write "%s"',
  async (path) => {
    const target = path === '' ? ref(ada) : ref(ada, path);
    await expect(get(target)).rejects.toThrow(REJECTED);
    await expect(set(target, { a: 1 })).rejects.toThrow(REJECTED);
  },
);
