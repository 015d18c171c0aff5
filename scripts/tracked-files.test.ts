import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../infra/emulators/tests/support/temporary-folder.ts';
import { ROOT } from './step.ts';
import { trackedBelow } from './tracked-files.ts';

it('finds the files of a tree, except for ignored ones', async () => {
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
  expect((await trackedBelow(root, ['*.ts', ':!*.test.ts'])).toSorted()).toEqual(['a.ts', 'b/c.ts']);
  expect((await trackedBelow(root, ['b', '.env*'])).toSorted()).toEqual([
    '.env.example',
    ...['b/c.test.ts', 'b/c.ts', 'b/d.md'],
  ]);
});

it('finds what git lists', { tags: 'git' }, async () => {
  const specs = ['*tsconfig.json', 'Dockerfile.*', 'web', ':!*.md'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...specs], {
    cwd: ROOT,
  });
  expect((await trackedBelow(ROOT, specs)).toSorted()).toEqual(String(listed).trim().split('\n').toSorted());
});
