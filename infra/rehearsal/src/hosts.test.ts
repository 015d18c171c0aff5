import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALL_HOSTS, SITE_HOST } from './hosts.ts';

const IN_CONTAINERS = ALL_HOSTS.filter((name) => name !== SITE_HOST);

const read = async (path: string) =>
  parse(await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8'), { logLevel: 'error' });

it('the stage has all live host names as aliases in the container network, and the site has none', async () => {
  const { services, networks } = await read('docker-compose.rehearsal.yml');
  expect(services.stage.networks.outside.aliases).toEqual(IN_CONTAINERS);
  expect(networks.outside.internal).toBe(true);
});
