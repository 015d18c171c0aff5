import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { serviceEnvironment } from './compose-settings.ts';
import { OPERATOR_SETTINGS } from './operator.ts';
import { addedInRehearsal, processSettings } from './process-settings.ts';

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

it('a rehearsed process differs from the container only in the listed variables', async () => {
  const container: Record<string, string> = serviceEnvironment(await readFiles(), 'api', OPERATOR_SETTINGS);
  const rehearsed = processSettings(container, {
    port: 3001,
    secretsFolder: '/secrets',
    nodeOptions: '--import x',
  });
  const names = [...new Set([...Object.keys(container), ...Object.keys(rehearsed)])];
  const listed = addedInRehearsal.flatMap((added) => added.names);
  expect(names.filter((name) => container[name] !== rehearsed[name]).toSorted()).toEqual(listed.toSorted());
});

it("settings.env matches the stage operator's settings", async () => {
  const lines = (await read('infra/rehearsal/settings.env')).split('\n').filter((line) => /^\w/.test(line));
  expect(lines).toEqual(Object.entries(OPERATOR_SETTINGS).map(([name, value]) => `${name}=${value}`));
});
