import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCircle } from './folder-graph.ts';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const ROOMS = [
  'api/contract/src',
  'infra/embedded/src',
  'infra/emulators/all/src',
  'infra/emulators/console/src',
  'infra/emulators/database/src',
  'infra/emulators/identity/src',
  'infra/emulators/scheduling/src',
  'web/src',
];

async function sourcesOf(folder: string): Promise<Map<string, string>> {
  const paths = await tracked(`${folder}/*.ts`, `${folder}/*.tsx`);
  const ours = paths.filter((path) => !path.includes('.test.'));
  return new Map(
    await Promise.all(ours.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const)),
  );
}

it.each(ROOMS)('no folder of %s is imported by one that it imports', async (folder) => {
  const sources = await sourcesOf(folder);
  expect(sources.size).toBeGreaterThan(0);
  expect(importCircle(folder, sources)).toBeUndefined();
});

it('finds a circle of three folders, and one through a file at the top', () => {
  const sources = new Map([
    ['src/server.ts', "import { a } from './state/a.ts';"],
    ['src/state/a.ts', "export const a = await import('../wire/b.ts');"],
    ['src/wire/b.ts', "import type { C } from '../pages/c.ts';"],
    ['src/pages/c.ts', "import { a } from '../state/a.ts';"],
  ]);
  expect(importCircle('src', sources)).toEqual(['state', 'wire', 'pages', 'state']);
  const throughTop = new Map([
    ['src/context.ts', "import type { Time } from './time/time.ts';"],
    ['src/time/time.ts', "import type { Context } from '../context.ts';"],
  ]);
  expect(importCircle('src', throughTop)).toEqual(['context.ts', 'time', 'context.ts']);
});

it('takes several ways to the same folder for no circle', () => {
  const sources = new Map([
    ['src/a/a.ts', "import '../x'; import { b } from '../b/b.ts'; import { c } from '../c/c.ts';"],
    ['src/b/b.ts', "import { c } from '../c/c.ts';"],
    ['src/c/c.ts', ''],
  ]);
  expect(importCircle('src', sources)).toBeUndefined();
});
