import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A user's test suite, run by `npm test`, which finds the service through the job's variables. */
const SUITE = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Stripe from 'stripe';

test('sells, signs up and keeps a record', async () => {
  const { hostname: host, port } = new URL(process.env.STRIPE_URL);
  const stripe = new Stripe('sk_test_emulated', { host, port, protocol: 'http' });
  assert.match((await stripe.customers.create({ name: 'Ada' })).id, /^cus_/);
  const signUp = 'identitytoolkit.googleapis.com/v1/accounts:signUp?key=any';
  const identity = 'http://' + process.env.FIREBASE_AUTH_EMULATOR_HOST;
  assert.equal((await fetch(identity + '/' + signUp, { method: 'POST', body: '{}' })).status, 200);
  const record = 'http://' + process.env.FIREBASE_DATABASE_EMULATOR_HOST + '/a.json?ns=any';
  assert.equal((await fetch(record, { method: 'PUT', body: '1' })).status, 200);
});
`;

/** Writes what `npm ci && npm test` of a CI job need. A lock file that exists is kept. */
export async function writeJobProject(folder: string, manifest: object): Promise<void> {
  const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest } };
  await writeFile(join(folder, 'suite.test.mjs'), SUITE);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, scripts: { test: 'node --test' } }),
  );
  const lockFile = join(folder, 'package-lock.json');
  if (!existsSync(lockFile)) await writeFile(lockFile, JSON.stringify(lock));
}
