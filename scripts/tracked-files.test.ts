import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../infra/emulators/tests/support/temporary-folder.ts';
import { ROOT } from './step.ts';
import { tracked, withoutGit } from './tracked-files.ts';

it('finds the files of a tree without git, except for ignored ones', async () => {
  const { path: root, close } = await temporaryFolder();
  onTestFinished(close);
  const files = [
    'a.ts',
    'b/c.ts',
    'b/c.test.ts',
    'b/d.md',
    'b/node_modules/e.ts',
    '.env.local',
    '.env.example',
  ];
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
  await writeFile(join(root, '.gitignore'), 'node_modules/\n.env.*\n!.env.example\n');
  expect((await withoutGit(root, ['*.ts', ':!*.test.ts'])).toSorted()).toEqual(['a.ts', 'b/c.ts']);
  expect((await withoutGit(root, ['b', '.env*'])).toSorted()).toEqual([
    '.env.example',
    ...['b/c.test.ts', 'b/c.ts', 'b/d.md'],
  ]);
});

it('finds the same files with and without git', { tags: 'git' }, async () => {
  const specs = ['*tsconfig.json', 'Dockerfile.*', 'web', ':!*.md'];
  expect((await withoutGit(ROOT, specs)).toSorted()).toEqual((await tracked(...specs)).toSorted());
});
