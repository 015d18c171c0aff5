import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findImportCycle } from './folder-graph.ts';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const sourcesByRoot = Map.groupBy(
  (await tracked('*.ts', '*.tsx')).filter((path) => !path.includes('.test.')),
  (path) => path.match(/^(?:.+\/)?src(?=\/)/)?.[0],
);
const roots = [...sourcesByRoot.keys()].filter((root) => root !== undefined);

async function sourcesOf(root: string): Promise<Map<string, string>> {
  const paths = sourcesByRoot.get(root) ?? [];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const)),
  );
}

it('covers every workspace with a src folder', async () => {
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const folders = workspaces.map((workspace: string) => `${workspace}/src`);
  expect(roots).toEqual(
    expect.arrayContaining(folders.filter((path: string) => existsSync(join(ROOT, path)))),
  );
});

it.each(roots)('%s has no import cycle between folders', async (root) => {
  expect(findImportCycle(root, await sourcesOf(root))).toBeUndefined();
});

it('finds a cycle of three folders, and one through a top-level file', () => {
  const sources = new Map([
    ['src/server.ts', "import { a } from './state/a.ts';"],
    ['src/state/a.ts', "export const a = await import('../wire/b.ts');"],
    ['src/wire/b.ts', "import type { C } from '../pages/c.ts';"],
    ['src/pages/c.ts', "import { a } from '../state/a.ts';"],
  ]);
  expect(findImportCycle('src', sources)).toEqual(['state', 'wire', 'pages', 'state']);
  const throughTop = new Map([
    ['src/context.ts', "import type { Time } from './time/time.ts';"],
    ['src/time/time.ts', "import type { Context } from '../context.ts';"],
  ]);
  expect(findImportCycle('src', throughTop)).toEqual(['context.ts', 'time', 'context.ts']);
});

it('does not report several paths to the same folder as a cycle', () => {
  const sources = new Map([
    ['src/a/a.ts', "import '../x'; import { b } from '../b/b.ts'; import { c } from '../c/c.ts';"],
    ['src/b/b.ts', "import { c } from '../c/c.ts';"],
    ['src/c/c.ts', ''],
  ]);
  expect(findImportCycle('src', sources)).toBeUndefined();
});
