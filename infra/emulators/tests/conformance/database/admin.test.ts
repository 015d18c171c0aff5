import { randomUUID } from 'node:crypto';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Database, getDatabase, ServerValue } from 'firebase-admin/database';
import { afterAll, expect, test } from 'vitest';
import { DatabaseWorld, freshPath } from '../../support/database/database-world.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';

const RULES = { rules: { '.read': 'auth.uid === "worker"', '.write': 'auth.uid === "worker"' } };

const world = suiteFixture(() => DatabaseWorld.start({ rules: RULES }));
const apps: App[] = [];
afterAll(async () => {
  await Promise.all(apps.map((app) => deleteApp(app)));
});

// Without a credential the SDK asks a metadata server for one before it reads or sets rules.
const credential = { getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }) };

function admin(override?: object | null): Database {
  const app = initializeApp(
    {
      credential,
      databaseURL: `${world.emulator.url}?ns=demo`,
      ...(override !== undefined && { databaseAuthVariableOverride: override }),
    },
    randomUUID(),
  );
  apps.push(app);
  return getDatabase(app);
}

test('the Admin SDK reads and writes regardless of the rules', async () => {
  const path = freshPath();
  await admin()
    .ref(path)
    .set({ at: ServerValue.TIMESTAMP, n: ServerValue.increment(2) });
  const value = (await admin().ref(path).once('value')).val();
  expect(value).toEqual({ at: expect.any(Number), n: 2 });
});

test('the Admin SDK supports multi-path updates, pushes, queries and transactions', async () => {
  const target = admin().ref(freshPath());
  await target.update({ 'a/n': 1, 'b/n': 2 });
  await target.push({ n: 3 });
  const found = await target.orderByChild('n').startAt(2).once('value');
  const numbers: number[] = [];
  found.forEach((each) => {
    numbers.push(each.val().n);
  });
  expect(numbers).toEqual([2, 3]);
  const { committed, snapshot } = await target.child('a/n').transaction((n) => (n ?? 0) + 10);
  expect({ committed, value: snapshot.val() }).toEqual({ committed: true, value: 11 });
});

test('an auth variable override applies the rules as that user', async () => {
  const path = freshPath();
  await admin({ uid: 'worker' }).ref(path).set(1);
  await expect(admin({ uid: 'other' }).ref(path).set(2)).rejects.toThrow(/PERMISSION_DENIED/);
  expect((await admin({ uid: 'worker' }).ref(path).once('value')).val()).toBe(1);
});

test('a null auth variable override applies the rules as a signed-out user', async () => {
  await expect(admin(null).ref(freshPath()).set(1)).rejects.toThrow(/PERMISSION_DENIED/);
});

test('reads rules with comments as they were set, or as JSON, and rejects invalid rules', async () => {
  const database = admin();
  const rules = { rules: { ...RULES.rules, list: { '.indexOn': ['a', 'b'], '.read': false } } };
  const text = `// rules\n${JSON.stringify(rules)}`;
  await database.setRules(text);
  await expect(database.setRules({ rules: { '.read': 'nonsense(' } })).rejects.toThrow(/Line/);
  expect(await database.getRules()).toBe(text);
  expect(await database.getRulesJSON()).toEqual(rules);
});
