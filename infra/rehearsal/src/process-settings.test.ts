import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { environmentOf } from './compose-settings.ts';
import { addedInRehearsal, processSettings } from './process-settings.ts';

it('a rehearsed API differs from a live one in what is listed, and in nothing else', async () => {
  const compose = await readFile(new URL('../../../docker-compose.live.yml', import.meta.url), 'utf8');
  const given = [
    'IMAGE_TAG',
    'PUBLIC_URL',
    'FIREBASE_PROJECT_ID',
    'FIREBASE_API_KEY',
    'FIREBASE_DATABASE_URL',
  ];
  const variables = Object.fromEntries([...given, 'SCHEDULING_URL'].map((name) => [name, name]));
  const live: Record<string, string> = environmentOf(compose, 'api', variables);
  const rehearsed = processSettings(live, {
    port: 3001,
    secretsFolder: '/secrets',
    authorityFile: '/authority.pem',
    nodeOptions: '--import x',
  });
  const names = [...new Set([...Object.keys(live), ...Object.keys(rehearsed)])];
  const listed = addedInRehearsal.flatMap((added) => added.names);
  expect(names.filter((name) => live[name] !== rehearsed[name]).toSorted()).toEqual(listed.toSorted());
});
