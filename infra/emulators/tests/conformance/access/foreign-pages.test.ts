import { request } from 'node:http';
import { startDatabaseEmulator } from '@outharbor/database-emulator';
import { startIdentityEmulator } from '@outharbor/identity-emulator';
import { startSchedulingEmulator } from '@outharbor/scheduling-emulator';
import { startStripeEmulator } from '@outharbor/stripe-emulator';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

const FOREIGN = 'evil.example';

const start = async (allowedHosts?: readonly string[]) => {
  const [identity, database, stripe, scheduling] = await Promise.all([
    startIdentityEmulator({ projectId: 'demo-project', allowedHosts }),
    startDatabaseEmulator({ allowedHosts }),
    startStripeEmulator({ allowedHosts }),
    startSchedulingEmulator({ allowedHosts }),
  ]);
  return { identity, database, stripe, scheduling };
};
type Running = Awaited<ReturnType<typeof start>>;

let running: Running;
beforeAll(async () => {
  running = await start();
});
const close = (all: Running) => Promise.all(Object.values(all).map((each) => each.close()));
afterAll(() => close(running));

/** Calls as an administrator, with the well-known credential of each emulator. */
const PRIVILEGED = {
  identity: ['/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:batchGet', 'owner'],
  database: ['/.json?ns=demo', 'owner'],
  stripe: ['/v1/customers', 'sk_test_emulated'],
  scheduling: ['/users/me', 'emulated-token'],
} as const;
const SERVICES = ['identity', 'database', 'stripe', 'scheduling'] as const;

/** Unlike `fetch`, sends any Host. */
function requestStatus(service: (typeof SERVICES)[number], headers: object, of = running): Promise<number> {
  const [path, token] = PRIVILEGED[service];
  return new Promise((resolve, reject) => {
    request(
      `${of[service].url}${path}`,
      { headers: { authorization: `Bearer ${token}`, ...headers } },
      (answer) => resolve(answer.resume().statusCode ?? 0),
    )
      .on('error', reject)
      .end();
  });
}

it.each(SERVICES)('rejects an administrator on a foreign page: %s', async (service) => {
  for (const origin of [
    `http://${FOREIGN}`,
    'null',
    'http://192.168.1.1',
    'http://10.0.0.1',
    'http://169.254.1.1',
  ])
    expect([401, 403], origin).toContain(await requestStatus(service, { origin }));
  expect([401, 403]).toContain(await requestStatus(service, { 'sec-fetch-site': 'cross-site' }));
  for (const headers of [{}, { origin: 'http://localhost:3000' }])
    expect(await requestStatus(service, headers)).toBe(200);
});

it.each(SERVICES)('answers no unknown host name with any call: %s', async (service) => {
  expect(await requestStatus(service, { host: `${FOREIGN}:9000` })).toBe(403);
  for (const host of ['localhost:1', 'emulators:9000', 'host.docker.internal'])
    expect(await requestStatus(service, { host }), host).toBe(200);
});

it('allows host names that are configured', async () => {
  const open = await start([FOREIGN]);
  onTestFinished(async () => void (await close(open)));
  for (const service of SERVICES)
    expect(await requestStatus(service, { host: FOREIGN, origin: `http://${FOREIGN}` }, open)).toBe(200);
});
