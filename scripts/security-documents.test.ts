import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const read = (file: string) => readFile(join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

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
  ['docs/asvs.md', (text: string) => [text]],
  ['docs/threat-model.md', (text: string) => text.split('\n').map((row) => row.split('|')[3] ?? '')],
])('names only files and tests that exist in %s', async (document, partsOf) => {
  const named = partsOf(await read(document)).flatMap((part) => namesIn(part, /`([\w./-]+)`/g));
  expect(named.length).toBeGreaterThan(20);
  const files = await tracked('*.ts');
  const isThere = (name: string) =>
    files.some((file) => [`/${name}`, `/${name}.test.ts`].some((end) => `/${file}`.endsWith(end)));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

async function thirdPartyImages(): Promise<string[]> {
  const files = await tracked('*Dockerfile*', '*.yml', '*.yaml');
  const texts = await Promise.all(files.map(read));
  const images = texts.flatMap((text) => [
    ...namesIn(text, /^ARG \w+_IMAGE=(\S+)$/gm),
    ...namesIn(text, /^FROM (\w+[:/]\S+)/gm),
    ...namesIn(text, /^\s*(?:- )?image: (?:&\w+ )?([\w./-]+:[^\s$]+)$/gm),
  ]);
  expect(images.length).toBeGreaterThan(5);
  return images;
}

it('builds on images of an exact version, as the documents say', async () => {
  const exact = /:v?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/;
  expect((await thirdPartyImages()).filter((image) => !exact.test(image))).toEqual([]);
});

it('says until when each of them is supported', async () => {
  const [, table = ''] = (await read('SECURITY.md')).split('## Supported versions of what ships');
  const named = namesIn(table, /`([^`]+)`/g);
  const isNamed = (image: string) =>
    named.some((name) => image.startsWith(`${name}.`) || image.startsWith(`${name}:`));
  const ours = (image: string) => image.startsWith('outharbor/');
  expect((await thirdPartyImages()).filter((image) => !ours(image) && !isNamed(image))).toEqual([]);
});
