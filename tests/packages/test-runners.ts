import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runners that nothing else here needs. */
const PACKAGES = ['@playwright/test@1.65.1', 'jest@30.5.2'];
const NAMES = PACKAGES.map((name) => name.slice(0, name.lastIndexOf('@')));

const FOLDER = PACKAGES.join('+').replaceAll('/', '-');
const CACHE = fileURLToPath(new URL(`../../.cache/test-runners/${FOLDER}`, import.meta.url));
const run = promisify(execFile);

/** Installs the runners where they are missing, before any test is watched for connections to other machines. */
export async function setup(): Promise<void> {
  if (NAMES.every((name) => existsSync(join(CACHE, 'node_modules', name)))) return;
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, 'package.json'), '{"private":true}');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quietly, ...PACKAGES], { cwd: CACHE });
}

/** Puts the runners beside what is installed in a folder. */
export async function linkTestRunners(app: string): Promise<void> {
  for (const name of NAMES) {
    const place = join(app, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(CACHE, 'node_modules', name), place);
  }
}

/** The arguments with which Node.js runs a program: with the runner that its name is for. */
export function runnerFor(file: string): string[] {
  if (file.startsWith('__tests__/'))
    return ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', file];
  if (file.includes('.spec.')) return ['node_modules/@playwright/test/cli.js', 'test', file];
  if (file.includes('.test.')) return ['node_modules/vitest/vitest.mjs', 'run', file];
  return [file];
}
