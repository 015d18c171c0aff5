import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { serviceEnvironment } from './compose-settings.ts';
import { OPERATOR_SETTINGS } from './operator.ts';
import { processSettings } from './process-settings.ts';

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
const readFiles = () => Promise.all(['docker-compose.live.yml', 'docker-compose.rehearsal.yml'].map(read));

it('a rehearsed container differs from a live one only in the authority it trusts', async () => {
  const [live = '', overlay = ''] = await readFiles();
  const differences = ['api', 'web'].flatMap((service) => {
    const before: Record<string, string> = serviceEnvironment([live], service, OPERATOR_SETTINGS);
    const after = serviceEnvironment([live, overlay], service, OPERATOR_SETTINGS);
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  });
  expect(differences).toEqual(['NODE_EXTRA_CA_CERTS']);
});

/** Local addresses, a local folder of secrets, the names that lead to the stage, and the log on the screen. */
const DIFFERENT = [
  'ALERT_LOG',
  'FIREBASE_SERVICE_ACCOUNT_FILE',
  'HOST',
  'METRICS_HOST',
  'METRICS_PORT',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'PORT',
  'STRIPE_SECRET_KEY_FILE',
  'STRIPE_WEBHOOK_SECRET_FILE',
  'TRUST_PROXY',
];

it('a rehearsed process differs from the container only in these variables', async () => {
  const container: Record<string, string> = serviceEnvironment(await readFiles(), 'api', OPERATOR_SETTINGS);
  const rehearsed = processSettings(container, {
    port: 3001,
    secretsFolder: '/secrets',
    nodeOptions: '--import x',
  });
  const names = [...new Set([...Object.keys(container), ...Object.keys(rehearsed)])];
  expect(names.filter((name) => container[name] !== rehearsed[name]).toSorted()).toEqual(DIFFERENT);
});

it("settings.env matches the stage operator's settings", async () => {
  const lines = (await read('infra/rehearsal/settings.env')).split('\n').filter((line) => /^\w/.test(line));
  expect(lines).toEqual(Object.entries(OPERATOR_SETTINGS).map(([name, value]) => `${name}=${value}`));
});
