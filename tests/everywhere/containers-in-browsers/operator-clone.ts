import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/step.ts';
import { tracked } from '../../../scripts/tracked-files.ts';

/** A clone of the repository on an operator's machine. */
export type OperatorClone = Awaited<ReturnType<typeof cloneForOperator>>;

const OUTPUT_LIMIT = 64 * 1024 * 1024;
const COMMIT = 'git -c user.name=operator -c user.email=operator@example.com commit --quiet --all --message';

/** Clones the working tree and links its node_modules. */
export async function cloneForOperator() {
  const path = await mkdtemp(join(tmpdir(), 'going-live-'));
  for (const file of await tracked()) await cp(join(ROOT, file), join(path, file));
  /** Runs a code block in the clone, stopping at the first failure, and resolves with its output. */
  const run = async (commands: string, environment: NodeJS.ProcessEnv = {}) => {
    const env = { ...process.env, ...environment };
    const options = { cwd: path, env, maxBuffer: OUTPUT_LIMIT };
    return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], options)).stdout;
  };
  /** Commits all changes to tracked files. */
  const commit = async (message: string) => void (await run(`${COMMIT} '${message}'`));
  await run('git init --quiet && echo node_modules >> .git/info/exclude && git add --all');
  await commit('first release');
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  return {
    path,
    run,
    write: (name: string, content: string) => writeFile(join(path, name), content),
    commit,
    remove: () => rm(path, { recursive: true }),
  };
}
