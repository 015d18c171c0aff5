import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Emulators, startEmulators } from '@outharbor/emulators';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseCommand } from '../../../all/src/command/options.ts';
import { runCommand } from '../../../all/src/command/run-command.ts';
import { checkConfig } from '../../../all/src/config/config.ts';
import { testFolder } from '../../support/test-folder.ts';

const products = [{ id: 'prod_a', name: 'A' }];
const users = [{ email: 'ada@example.com', password: 'secret123', uid: 'ada' }];

let folder: string;
let running: { close(): Promise<void> } | undefined;

beforeEach(async () => {
  folder = await testFolder();
});
afterEach(async () => {
  await running?.close();
});

async function start(...args: Parameters<typeof startEmulators>): Promise<Emulators> {
  const emulators = await startEmulators(...args);
  running = emulators;
  return emulators;
}

/** Starts the command with Stripe alone, of which it resolves with the printed addresses. */
async function runStripe(options: readonly string[], warn: (text: string) => void = () => undefined) {
  const printed: string[] = [];
  const command = parseCommand(['stripe', '--free-ports', '--json', ...options]);
  const print = (text: string) => printed.push(text);
  const started = await runCommand(command, { version: '0.0.0', print, warn });
  return { started, stripe: JSON.parse(printed.join('')).stripe as { url: string; controlUrl: string } };
}

it('starts only the named services', async () => {
  const { stripe, identity, database, scheduling, console } = await start({ services: ['stripe'] });
  expect(stripe).toBeDefined();
  expect([identity, database, scheduling, console]).toEqual([undefined, undefined, undefined, undefined]);
});

it('contains the configured objects at start and after a reset', async () => {
  const emulators = await start({
    services: ['stripe', 'identity'],
    config: { stripe: { products }, identity: { users } },
  });
  const names = async () => [
    (await emulators.stripe?.state())?.products.map(({ id }) => id),
    (await emulators.identity?.state()) as object,
  ];
  expect(await names()).toMatchObject([['prod_a'], { users: [{ localId: 'ada' }] }]);
  await emulators.stripe?.seed({ products: [{ id: 'prod_b', name: 'B' }] });
  await emulators.reset();
  expect(await names()).toMatchObject([['prod_a'], { users: [{ localId: 'ada' }] }]);
});

it('reports whether a changed config needs a restart', async () => {
  const emulators = await start({ services: ['stripe'], config: { stripe: { port: 0 } } });
  expect(await emulators.apply({ stripe: { port: 0, products } })).toEqual({ needsRestart: false });
  expect(await emulators.apply({ stripe: { port: 1, products } })).toEqual({ needsRestart: true });
});

it('reloads a changed config, and keeps the last valid one', async () => {
  const file = join(folder, 'emulators.json');
  const write = (config: object) => writeFile(file, JSON.stringify(config));
  const warnings: string[] = [];
  await write({ stripe: { products } });
  const { started, stripe } = await runStripe(['--config', file], (text) => warnings.push(text));
  running = started;
  const productIds = async () => {
    const answer = await fetch(`${stripe.controlUrl}/_emulator/state`);
    const { products: found } = (await answer.json()) as { readonly products: readonly { id: string }[] };
    return found.map(({ id }) => id);
  };
  await write({ stripe: { products: [...products, { id: 'prod_b', name: 'B' }] } });
  await expect.poll(productIds).toEqual(['prod_a', 'prod_b']);
  await write({ stripe: { products: 1 } });
  await expect
    .poll(() => warnings.join('\n'))
    .toMatch(/stripe\.products must be a list[\s\S]*Nothing was changed/);
  expect(await productIds()).toEqual(['prod_a', 'prod_b']);
});

it('passes every setting of the Stripe emulator on', async () => {
  const stripe = {
    apiKeys: [{ key: 'rk_test_reader', permissions: ['customer_read'] }],
    webhooks: [{ url: 'http://127.0.0.1:1/hook', secret: 'whsec_a', apiVersion: '2024-06-20' }],
    taxRegistrations: [{ country: 'DE' }],
  };
  const emulators = await start({ services: ['stripe'], config: checkConfig({ stripe }) });
  const url = emulators.stripe?.url;
  const call = async (path: string, key: string, method = 'GET') => {
    const answer = await fetch(`${url}/v1/${path}`, { method, headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as { readonly data: readonly object[] } };
  };
  expect((await call('customers', 'rk_test_reader')).status).toBe(200);
  expect((await call('customers', 'rk_test_reader', 'POST')).status).toBe(403);
  expect((await call('tax/registrations', 'sk_test_emulated')).body.data).toMatchObject([{ country: 'DE' }]);
  expect((await call('webhook_endpoints', 'sk_test_emulated')).body.data).toMatchObject([
    { api_version: '2024-06-20' },
  ]);
});

it('keeps the state in --state, and deletes it with --reset', async () => {
  const stateDir = join(folder, 'state');
  const count = async (...more: readonly string[]) => {
    const { started, stripe } = await runStripe(['--state', stateDir, ...more]);
    const customers = `${stripe.url}/v1/customers`;
    const headers = { authorization: 'Bearer sk_test_emulated' };
    const { data } = (await (await fetch(customers, { headers })).json()) as { readonly data: unknown[] };
    await fetch(customers, { method: 'POST', headers });
    await started.close();
    return data.length;
  };
  expect([await count(), await count(), await count('--reset')]).toEqual([0, 1, 0]);
});

it.each([
  { permissive: true, algorithm: 'none' },
  { permissive: false, algorithm: 'RS256' },
])('the database accepts tokens of the identity emulator if permissive is $permissive', async (sample) => {
  const { permissive, algorithm } = sample;
  const { identity, database } = await start({
    services: ['identity', 'database'],
    config: { identity: { users, permissive }, database: { rules: { rules: { '.read': 'auth != null' } } } },
  });
  const signIn = await fetch(
    `${identity?.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
    { method: 'POST', body: JSON.stringify(users[0]) },
  );
  const { idToken } = (await signIn.json()) as { readonly idToken: string };
  const [header = ''] = idToken.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: algorithm });
  const read = (query: string) => fetch(`${database?.url}/.json?ns=demo-project-default-rtdb${query}`);
  expect((await read(`&auth=${idToken}`)).status).toBe(200);
  expect((await read('')).status).toBe(401);
});
