import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import type { NeedName } from '../needs.ts';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../../../../.cache/toolchains', import.meta.url));

/** Packages that examples import but this repository does not. */
export interface Toolchain {
  readonly name: string;
  readonly need: NeedName;
  /** Required commands. */
  readonly needs: readonly string[];
  /** Packages to install; a different list uses a different folder. */
  readonly packages: readonly string[];
  install(folder: string): Promise<void>;
}

/** A toolchain that runs programs in a language. */
export interface LanguageToolchain extends Toolchain {
  /** File name extension of its programs. */
  readonly ending: string;
  /** Returns the command that runs `program`, a file in `folder`. */
  command(at: { readonly installed: string; readonly folder: string; readonly program: string }): Command;
}

export type Command = readonly [command: string, ...args: string[]];

export function toolchainFolder({ name, packages }: Toolchain): string {
  const version = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8);
  return join(CACHE, `${name}-${version}`);
}

/** Lists the required commands that are missing on this machine. */
export async function missingFor({ needs }: Toolchain): Promise<string[]> {
  const found = await Promise.all(needs.map((command) => succeeds(['sh', '-c', `command -v ${command}`])));
  return needs.filter((_, index) => !found[index]);
}

/** Skips a test whose commands are missing, or fails it in CI. */
export async function skipWithoutToolchain(toolchain: Toolchain, { task, skip }: TestContext): Promise<void> {
  const missing = await missingFor(toolchain);
  if (missing.length === 0) return;
  if (process.env.CI) throw new Error(`Missing on this machine: ${missing.join(', ')}.`);
  task.meta.lacks = toolchain.need;
  skip();
}

/** Installs the packages unless a complete installation exists. */
export async function install(toolchain: Toolchain): Promise<void> {
  const folder = toolchainFolder(toolchain);
  const complete = join(folder, '.complete');
  if (await exists(complete)) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await toolchain.install(folder);
  await writeFile(complete, '');
}

const DOWNLOAD_ATTEMPTS = 3;

/** Runs a command that downloads packages, with up to two retries for dropped connections. */
export async function download(command: Command, cwd: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await execute(command, cwd);
      return;
    } catch (error) {
      if (attempt === DOWNLOAD_ATTEMPTS) throw error;
      await wait(attempt * 2000);
    }
  }
}

/** Runs a command and resolves with its output. */
export async function execute(
  [command, ...args]: Command,
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  return (await run(command, args, { cwd, env: { ...process.env, ...env } })).stdout;
}

function succeeds([command, ...args]: Command): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
