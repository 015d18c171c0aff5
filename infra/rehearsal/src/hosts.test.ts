import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ALL_HOSTS, SITE_HOST } from './hosts.ts';

it('the stage has every name of the live system in the network of its containers, and the site none there', async () => {
  const file = await readFile(new URL('../../../docker-compose.rehearsal.yml', import.meta.url), 'utf8');
  const { services, networks } = parse(file, { logLevel: 'error' });
  expect(services.stage.networks.outside.aliases).toEqual(ALL_HOSTS.filter((name) => name !== SITE_HOST));
  expect(networks.outside.internal).toBe(true);
});
