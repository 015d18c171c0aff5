import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceAccountFile } from '@outharbor/api/testing/service-account-file';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { expect, it } from 'vitest';
import { egressLog, watchedNodeOptions } from '../../infra/emulators/tests/support/egress-log.ts';
import { testFolder } from '../../infra/emulators/tests/support/test-folder.ts';

const SERVER = fileURLToPath(import.meta.resolve('@outharbor/api/server'));
const LIVE = {
  PORT: '0',
  PUBLIC_URL: 'https://www.example.com',
  FIREBASE_PROJECT_ID: 'example-project',
  // Nothing listens there, as during a network outage.
  FIREBASE_DATABASE_URL: 'https://localhost:9?ns=example-project',
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify(serviceAccountFile('example-project')),
  STRIPE_SECRET_KEY: 'sk_live_51Example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
  RECONCILE_INTERVAL_SECONDS: '1',
  // Makes Node.js print a warning at the first connection.
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
};

it('logs only JSON on a live start, including lines from libraries and Node.js', async () => {
  // Its calls to Google are expected, so they are rejected and logged separately.
  const egress = egressLog(join(await testFolder(), 'egress.log'));
  const env = { PATH: process.env.PATH, NODE_OPTIONS: watchedNodeOptions(egress.file), ...LIVE };
  const child = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    await expect
      .poll(egress.attempts, { timeout: 30_000 })
      .toContainEqual(expect.stringMatching(/googleapis/));
    await expect.poll(() => output, { timeout: 30_000 }).toContain('the API is ready');
  } finally {
    const gone = once(child, 'close');
    await endProcess(child);
    await gone;
  }
  const lines = output.split('\n').filter(Boolean);
  const messages = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  expect(messages).toContain('the API is ready');
  expect(messages).toContain('Node.js warning');
});
