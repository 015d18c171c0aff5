import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

it('finds what git lists', { tags: 'git' }, async () => {
  const specs = ['*tsconfig.json', 'Dockerfile.*', 'web', ':!*.md'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...specs], {
    cwd: ROOT,
  });
  expect((await tracked(...specs)).toSorted()).toEqual(String(listed).trim().split('\n').toSorted());
});
