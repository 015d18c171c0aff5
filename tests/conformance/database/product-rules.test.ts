import { readFileSync } from 'node:fs';
import { get, ref, remove, set, setPriority, update } from 'firebase/database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseClient } from '../../support/database-client.ts';
import { DatabaseWorld } from './support/database-world.ts';

const rules = readFileSync(new URL('../../../infra/firebase/database.rules.json', import.meta.url), 'utf8');
const PROFILE = { uid: 'ada', email: 'ada@example.com', userName: 'Ada' };
const SUBSCRIPTION = { planType: 'pro', sessionId: 'cs_test_1' };
const REFUSED = /PERMISSION_DENIED|Permission denied/;

let world: DatabaseWorld;
let owner: DatabaseClient;
let ada: ReturnType<DatabaseWorld['client']>;
beforeAll(async () => {
  world = await DatabaseWorld.start({ rules });
  owner = await DatabaseClient.connect(world.emulator.url, 'demo');
  await owner.request('gauth', { cred: 'owner' });
  ada = world.client({ sub: 'ada' });
});
afterAll(async () => {
  await owner.close();
  await world.stop();
});
beforeEach(() => world.emulator.reset());

const stored = async (path: string): Promise<unknown> => (await owner.request('g', { p: path, q: {} })).d;

test('a user creates the own record and reads it', async () => {
  await set(ref(ada, 'users/ada'), PROFILE);
  expect((await get(ref(ada, 'users/ada'))).val()).toEqual(PROFILE);
});

test('others neither read nor write it', async () => {
  await owner.set('/users/ada', PROFILE);
  for (const stranger of [world.client({ sub: 'bob' }), world.client()]) {
    await expect(get(ref(stranger, 'users/ada'))).rejects.toThrow(REFUSED);
    await expect(set(ref(stranger, 'users/ada'), PROFILE)).rejects.toThrow(REFUSED);
    await expect(get(ref(stranger, 'users'))).rejects.toThrow(REFUSED);
  }
});

test.each<[string, unknown]>([
  ['another uid', { ...PROFILE, uid: 'bob' }],
  ['no e-mail', { uid: 'ada', userName: 'Ada' }],
  ['an e-mail that is a number', { ...PROFILE, email: 1 }],
  ['an empty name', { ...PROFILE, userName: '' }],
  ['an endless name', { ...PROFILE, userName: 'x'.repeat(201) }],
  ['an endless e-mail', { ...PROFILE, email: 'x'.repeat(255) }],
  ['more than that', { ...PROFILE, admin: true }],
  ['a subscription', { ...PROFILE, subscription: SUBSCRIPTION }],
  ['a priority', { ...PROFILE, '.priority': 1 }],
])('a record with %s is refused', async (_, record) => {
  await expect(set(ref(ada, 'users/ada'), record)).rejects.toThrow(REFUSED);
  expect(await stored('/users/ada')).toBe(null);
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

test.each(['billing/ada', 'billing', 'reconciler', 'elsewhere', ''])(
  '"%s" is closed to users',
  async (path) => {
    const target = path === '' ? ref(ada) : ref(ada, path);
    await expect(get(target)).rejects.toThrow(REFUSED);
    await expect(set(target, { a: 1 })).rejects.toThrow(REFUSED);
  },
);
