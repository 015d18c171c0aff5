// @module-tag root
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HANDLED_EVENTS } from '@outharbor/api/webhooks/plan-events';
import { API_PATHS } from '@outharbor/contract/paths';
import { PLANS } from '@outharbor/contract/plans';
import { beforeAll, expect, it } from 'vitest';
import { createWorld } from '../../infra/emulators/tests/support/stripe/forms.ts';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { temporaryFolder } from '../../infra/emulators/tests/support/temporary-folder.ts';
import { runProgram } from '../support/abuse/child-api.ts';

const SITE = 'https://www.example.com';
const { emulator, stripe } = createWorld({ seed: { products: [], prices: [] } });

const temporary = suiteFixture(temporaryFolder);
let folder: string;
beforeAll(async () => {
  folder = temporary.path;
  await writeFile(join(folder, 'key.txt'), 'sk_test_emulated\n');
  await writeFile(join(folder, 'account.json'), '{}\n');
});

/** Without the compose file in the folder, the doctor asks nobody. */
async function init(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const flags = {
    'public-url': SITE,
    project: 'example-project',
    'api-key': 'public-web-key',
    database: 'https://example-project-default-rtdb.firebaseio.com',
    widget: 'https://calendly.com/example/call',
    'stripe-key-file': join(folder, 'key.txt'),
    'service-account-file': join(folder, 'account.json'),
    folder,
    ...changes,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  return (await runProgram('scripts/live-init.ts', { STRIPE_API_URL: emulator.url }, args)).output;
}

it('refuses what cannot be right, and changes nothing', async () => {
  expect(await init({ 'public-url': 'http://www.example.com' })).toContain(
    '--public-url is not the public address',
  );
  expect(await init({ 'stripe-key-file': join(folder, 'none') })).toContain('ENOENT');
  await expect(stat(join(folder, 'secrets'))).rejects.toThrow('ENOENT');
  await expect(stat(join(folder, '.env'))).rejects.toThrow('ENOENT');
});

it('writes settings and secrets, creates products and endpoint, and changes nothing when run again', async () => {
  const first = await init();
  expect(first).toContain(
    'https://console.firebase.google.com/project/example-project/authentication/providers',
  );
  const [endpoint, ...more] = (await stripe.webhookEndpoints.list()).data;
  expect(more).toEqual([]);
  expect(endpoint).toMatchObject({
    url: `${SITE}${API_PATHS.stripeWebhook}`,
    enabled_events: HANDLED_EVENTS,
  });
  expect((await stripe.products.list()).data).toHaveLength(PLANS.length);
  const names = [
    '.env',
    ...['firebase_service_account', 'stripe_secret_key', 'stripe_webhook_secret'].map(
      (name) => `secrets/${name}`,
    ),
  ];
  const read = () => Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const written = await read();
  expect(written[0]).toContain(`PUBLIC_URL=${SITE}\n`);
  expect(written[3]).toMatch(/^whsec_/);
  for (const name of ['secrets', ...names.slice(1)]) {
    const { mode, gid } = await stat(join(folder, name));
    expect([gid, (mode & 0o777).toString(8)]).toEqual([1000, name === 'secrets' ? '750' : '440']);
  }
  const second = await init();
  expect(second).not.toMatch(/: written$|set up$/m);
  expect(await read()).toEqual(written);
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
  expect(await init({ project: 'other-project' })).toContain('.env has another FIREBASE_PROJECT_ID');
  expect(await read()).toEqual(written);
});
