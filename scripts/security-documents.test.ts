import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const read = (file: string) => readFile(join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

it('names only files that exist as places of a control', async () => {
  const rows = (await read('docs/asvs.md')).split('\n').map((row) => row.split('|')[3] ?? '');
  const files = rows.flatMap((where) => namesIn(where, /`([\w./-]+\.ts)`/g));
  expect(files.length).toBeGreaterThan(10);
  const exists = (file: string) => [file, `api/src/${file}`].some((path) => existsSync(join(ROOT, path)));
  expect(files.filter((file) => !exists(file))).toEqual([]);
});

it('names every production dependency of the API', async () => {
  const { dependencies } = JSON.parse(await read('api/package.json')) as { dependencies: object };
  const [, named = ''] = (await read('docs/threat-model.md')).split("The API's production dependencies are");
  const outside = Object.keys(dependencies).filter((name) => !name.startsWith('@outharbor/'));
  expect(namesIn(named, /`([^`]+)`/g).toSorted()).toEqual(outside.toSorted());
});

it('has a hash for every package in the lockfile', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const fromRegistry = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
  expect(fromRegistry.filter(([, { integrity, link }]) => !link && integrity === undefined)).toEqual([]);
});

it.each([
  ['docs/asvs.md', 4],
  ['docs/threat-model.md', 3],
])('names only tests that exist in %s', async (document, column) => {
  const rows = (await read(document)).split('\n').map((row) => row.split('|')[column] ?? '');
  const named = rows.flatMap((cell) => namesIn(cell, /`([\w./-]+)`/g));
  expect(named.length).toBeGreaterThan(20);
  const files = await tracked('*.test.ts', 'tests/support/*.ts');
  const ofName = (name: string) => (name.endsWith('.ts') ? name : `${name}.test.ts`);
  const isTest = (name: string) => files.some((file) => file === name || file.endsWith(`/${ofName(name)}`));
  expect(named.filter((name) => !isTest(name))).toEqual([]);
});

it('builds on images of an exact version, as the documents say', async () => {
  const files = await tracked('*Dockerfile*', '*.yml', '*.yaml');
  const texts = await Promise.all(files.map(read));
  const images = texts.flatMap((text) => [
    ...namesIn(text, /^ARG \w+_IMAGE=(\S+)$/gm),
    ...namesIn(text, /^FROM (\w+[:/]\S+)/gm),
    ...namesIn(text, /^\s*(?:- )?image: (?:&\w+ )?([\w./-]+:[^\s$]+)$/gm),
  ]);
  expect(images.length).toBeGreaterThan(5);
  expect(images.filter((image) => !/:v?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(image))).toEqual([]);
});
