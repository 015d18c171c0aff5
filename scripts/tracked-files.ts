import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './step.ts';

const run = promisify(execFile);

/** Repository files that match a git pathspec, including untracked but not ignored files. */
export async function tracked(...pathspecs: readonly string[]): Promise<string[]> {
  const { stdout } = await run(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--deduplicate', '-z', '--', ...pathspecs],
    {
      cwd: ROOT,
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return stdout.split('\0').filter(Boolean);
}
