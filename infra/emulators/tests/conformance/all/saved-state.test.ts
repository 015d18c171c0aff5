import { startEmulators } from '@outharbor/emulators';
import { expect, it } from 'vitest';
import { suiteFixture } from '../../support/suite-fixture.ts';

const emulators = suiteFixture(() =>
  startEmulators({ services: ['stripe', 'identity', 'database', 'scheduling'] }),
);

const ACCOUNTS = 'identitytoolkit.googleapis.com/v1/accounts';

async function post(url: string, body: object | URLSearchParams, bearer = ''): Promise<Response> {
  const isForm = body instanceof URLSearchParams;
  return fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
}

/** Puts something into every service. */
async function fillAll() {
  const { stripe, identity, database, scheduling } = emulators;
  const credentials = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse' };
  const { email } = credentials;
  await post(`${identity?.url}/${ACCOUNTS}:signUp?key=any`, credentials);
  await post(`${stripe?.url}/v1/customers`, new URLSearchParams({ email }), stripe?.secretKey);
  await fetch(`${database?.url}/users/one.json?ns=demo-project-default-rtdb`, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ '.priority': 3, email }),
  });
  await scheduling?.seed({ bookings: [{ name: 'Ada', email }] });
  return credentials;
}

it('brings everything back after a reset: objects, passwords, data, bookings, clocks and faults', async () => {
  const { stripe, identity, database, scheduling } = emulators;
  const credentials = await fillAll();
  await stripe?.advanceTime({ days: 10 });
  await stripe?.addFault({ kind: 'slow', path: '/v1/customers', count: 2 });
  await stripe?.planDeliveries({ copies: 3 });

  const before = {
    state: await stripe?.state(),
    data: await database?.state(),
    bookings: (await scheduling?.state())?.bookings,
  };
  const file = JSON.parse(JSON.stringify(await emulators.saveState()));
  expect(file.holds).toMatchObject({ accounts: 1, customers: 1, databases: 1, bookings: 1 });
  await emulators.reset();
  expect((await stripe?.state())?.customers).toEqual([]);
  await emulators.loadState(file);

  const signedIn = await post(`${identity?.url}/${ACCOUNTS}:signInWithPassword?key=any`, credentials);
  expect(signedIn.status).toBe(200);
  const after = await stripe?.state();
  expect(after?.customers).toEqual(before.state?.customers);
  expect(after?.events).toEqual(before.state?.events);
  expect(Math.abs((after?.now ?? 0) - (before.state?.now ?? 0))).toBeLessThan(60);
  expect(await stripe?.faults()).toMatchObject([{ kind: 'slow', path: '/v1/customers', left: 2 }]);
  expect(await stripe?.planDeliveries({})).toMatchObject({ copies: 3 });
  expect(await database?.state()).toEqual(before.data);
  expect((await scheduling?.state())?.bookings).toEqual(before.bookings);
});

/** A file with something in every service, and what it may be damaged in. */
async function savedFile(): Promise<{ services: Record<string, { content: Record<string, unknown> }> }> {
  await fillAll();
  return JSON.parse(JSON.stringify(await emulators.saveState()));
}

async function heldByAll(): Promise<object> {
  const { stripe, identity, database, scheduling } = emulators;
  const { now: _now, ...objects } = (await stripe?.state()) ?? { now: 0 };
  const { bookings } = (await scheduling?.state()) ?? {};
  return { objects, accounts: await identity?.state(), data: await database?.state(), bookings };
}

type SavedFile = Awaited<ReturnType<typeof savedFile>>;

const inService =
  (service: string, change: (content: Record<string, unknown>) => void) =>
  (file: SavedFile): object => {
    change(file.services[service]?.content ?? {});
    return file;
  };
const inStripe = (test: object) =>
  inService('stripe', (of) => Object.assign(of, { test: { ...(of.test as object), ...test } }));
const withContent = (service: string, content: object) =>
  inService(service, (of) => Object.assign(of, content));

const REJECTED: readonly (readonly [what: string, damaged: (file: SavedFile) => object, reason: RegExp])[] = [
  ['another file', () => ({ some: 'json' }), /no file of saved state/],
  ['no services', (file) => ({ ...file, services: null }), /no file of saved state/],
  ['a newer file', (file) => ({ ...file, version: 99 }), /but this release reads/],
  [
    'a state of another service',
    (file) => ({ ...file, services: { ...file.services, stripe: file.services.identity } }),
    /state of identity for stripe/,
  ],
  ['customers that are no list', inStripe({ customers: 'x' }), /customers must be a list/],
  ['customers that are no objects', inStripe({ customers: [1] }), /customers.0 must be an object/],
  ['a customer without an id', inStripe({ customers: [{}] }), /customers.0.id must be/],
  ['a customer without anything else', inStripe({ customers: [{ id: 'cus_1' }] }), /stripe cannot be used/],
  ['a charge without anything else', inStripe({ charges: [{ id: 'ch_1' }] }), /stripe cannot be used/],
  ['objects that are no object', withContent('stripe', { test: [] }), /an object/],
  ['no faults', withContent('stripe', { faults: undefined }), /stripe cannot be used/],
  ['an unknown switch', withContent('stripe', { switches: { a: 1 } }), /switches/],
  ['accounts that are no list', withContent('identity', { entries: 1 }), /identity cannot be used/],
  ['an empty account', withContent('identity', { entries: [['user', 'u', {}]] }), /users.0.localId/],
  [
    'settings without their parts',
    withContent('identity', { entries: [['settings', 'of', { signIn: {} }]] }),
    /signIn/,
  ],
  [
    'two accounts with one address',
    inService('identity', (of) => {
      const [user] = (of.entries as [string, string, object][]).filter(([kind]) => kind === 'user');
      of.entries = [user, ['user', 'other', { ...user?.[2], localId: 'other' }]];
    }),
    /EMAIL_EXISTS/,
  ],
  ['data that is no object', withContent('database', { databases: 1 }), /databases/],
  ['data with a wrong key', withContent('database', { databases: { d: { 'a.b': 1 } } }), /database d cannot/],
  ['no bookings', withContent('scheduling', { bookings: undefined }), /bookings must be a list/],
  [
    'a booking of nobody',
    withContent('scheduling', { bookings: [{ eventId: 'e' }] }),
    /bookings.0.inviteeId/,
  ],
];

it.each(REJECTED)('rejects %s, and changes nothing in any service', async (_what, damaged, reason) => {
  const file = damaged(await savedFile());
  await savedFile();
  const before = await heldByAll();
  const rejected = expect(emulators.loadState(file)).rejects;
  await rejected.toThrow(reason);
  await rejected.toBeInstanceOf(RangeError);
  expect(await heldByAll()).toEqual(before);
});

it("loads another project's data under the name of this one, and says so", async () => {
  const file = JSON.parse(JSON.stringify(await savedFile()).replaceAll('demo-project', 'demo-other'));
  await emulators.reset();
  expect(await emulators.loadState(file)).toMatch(
    /^The file was loaded: \d+ accounts \(0 before\).* Its project demo-other is demo-project here\.$/,
  );
  expect(await emulators.database?.state()).toMatchObject({
    'demo-project-default-rtdb': { users: { one: { email: expect.any(String) } } },
  });
});

it('does not guess which of several projects is meant', async () => {
  const file = await savedFile();
  Object.assign(file.services.database?.content ?? {}, {
    databases: { 'a-default-rtdb': { of: 'a' }, 'b-default-rtdb': { of: 'b' } },
  });
  await expect(emulators.loadState({ ...file, projectId: undefined })).rejects.toThrow(
    'The file has the databases of a, b, and none of demo-project.',
  );
  await emulators.loadState({ ...file, projectId: 'b' });
  expect(await emulators.database?.state()).toMatchObject({ 'demo-project-default-rtdb': { of: 'b' } });
});

it('says what is in the file but does not run, and what stays as it was', async () => {
  const saved = await savedFile();
  const { scheduling, ...others } = saved.services;
  const file = { ...saved, services: others };
  expect(await emulators.loadState(file)).toContain('Not in the file, and as before: scheduling.');
  const small = await startEmulators({ services: ['database'] });
  expect(await small.loadState({ ...file, services: { ...others, scheduling } })).toContain(
    'In the file, but not running: identity, scheduling, stripe.',
  );
  await small.close();
});
