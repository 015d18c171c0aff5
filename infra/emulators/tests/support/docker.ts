import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from './repository-root.ts';

const OUTPUT_LIMIT = 64 * 1024 * 1024;

/** Runs a `docker` command in the repository root and resolves with its output. */
export async function docker(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)('docker', [...args], {
    cwd: ROOT,
    env,
    maxBuffer: OUTPUT_LIMIT,
  });
  return stdout;
}
