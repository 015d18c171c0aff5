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

it('brings everything back after a reset: objects, passwords, data, bookings, clocks and faults', async () => {
  const { stripe, identity, database, scheduling } = emulators;
  const credentials = { email: 'ada@example.com', password: 'correct horse' };
  await post(`${identity?.url}/${ACCOUNTS}:signUp?key=any`, credentials);
  const customer = new URLSearchParams({ email: credentials.email });
  await post(`${stripe?.url}/v1/customers`, customer, stripe?.secretKey);
  await fetch(`${database?.url}/users/ada.json?ns=demo-project-default-rtdb`, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ '.priority': 3, name: 'Ada' }),
  });
  await scheduling?.seed({ bookings: [{ name: 'Ada', email: credentials.email }] });
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

it.each([
  ['another file', { some: 'json' }, /no file of saved state/],
  ['a newer file', { format: 'emulators-state', version: 2, services: {} }, /reads version 1/],
  [
    'a state of another service',
    {
      format: 'emulators-state',
      version: 1,
      services: { stripe: { service: 'identity', version: 1, content: {} } },
    },
    /state of identity for stripe/,
  ],
])('rejects %s and changes nothing', async (_what, file, reason) => {
  const { stripe } = emulators;
  const before = (await stripe?.state())?.customers;
  await expect(emulators.loadState(file)).rejects.toThrow(reason);
  expect((await stripe?.state())?.customers).toEqual(before);
});
