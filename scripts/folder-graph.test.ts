import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCircle } from './folder-graph.ts';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const sourcesByRoom = Map.groupBy(
  (await tracked('*.ts', '*.tsx')).filter((path) => !path.includes('.test.')),
  (path) => path.match(/^(?:.+\/)?src(?=\/)/)?.[0],
);
const rooms = [...sourcesByRoom.keys()].filter((room) => room !== undefined);

async function sourcesOf(room: string): Promise<Map<string, string>> {
  const paths = sourcesByRoom.get(room) ?? [];
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const)),
  );
}

it('every workspace that has a folder of sources is a room', async () => {
  const { workspaces } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const folders = workspaces.map((workspace: string) => `${workspace}/src`);
  expect(rooms).toEqual(
    expect.arrayContaining(folders.filter((path: string) => existsSync(join(ROOT, path)))),
  );
});

it.each(rooms)('no folder of %s is imported by one that it imports', async (room) => {
  expect(importCircle(room, await sourcesOf(room))).toBeUndefined();
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
