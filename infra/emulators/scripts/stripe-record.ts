/** `npm run stripe:record`: records scenarios at the real Stripe in test mode, and compares the emulator with them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from '@outharbor/emulator-kit/environment';
import Stripe from 'stripe';
import { compareRecording, recordScenarios } from '../stripe/src/recorder/record-scenarios.ts';
import { ROOT } from '../tests/support/repository-root.ts';

const folder = process.argv[2] ?? join(ROOT, '.data/stripe-recordings');

const { secret: key = '' } = readEnvironment(process.env, ({ secret }) => ({
  secret: secret('STRIPE_SECRET_KEY'),
}));
if (!/^[sr]k_test_/.test(key)) {
  console.error(
    'Set STRIPE_SECRET_KEY, or STRIPE_SECRET_KEY_FILE to a file that holds it, to a key of a test mode (sk_test_ or rk_test_).',
  );
  process.exit(1);
}
const upstream = process.env.STRIPE_API_URL;
const names = await recordScenarios({
  folder,
  ...(upstream !== undefined && { upstream }),
  connect: (port) => new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 }),
});
for (const name of names) {
  const { differences, text } = await compareRecording(join(folder, `${name}.json`));
  await writeFile(join(folder, `${name}.differences`), JSON.stringify(differences, null, 2));
  console.log(`\n${name}: ${text}`);
}
console.log(`\nRecorded in ${folder}. A file NAME.differences lists the differences of each scenario.`);
