import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endProcess } from '@outharbor/emulator-kit/end-process';
import { firstLine } from '../server-command.ts';

const run = promisify(execFile);
const SDKS = [
  'stripe',
  'firebase',
  'firebase-admin',
  'fastify',
  'vitest',
  '@types/node',
  'express',
  '@types/express',
];
const OPTIONS = ['--free-ports', '--json'];
const PROGRAMS = ['outsider.mjs', 'outsider.ts', 'in-tests.mjs'];

/** Where this repository has a package installed. */
export function appFolder(name: string): string {
  const places = ['../../../', '../../../../../'].map(
    (up) => new URL(`${up}node_modules/${name}`, import.meta.url),
  );
  return fileURLToPath(places.find((place) => existsSync(place)) ?? name);
}

/** A folder outside the repository that contains only the packages and links to the SDKs. */
export class InstalledApp {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async install(
    path: string,
    packages: readonly string[],
    npmOptions: readonly string[] = [],
  ): Promise<InstalledApp> {
    await writeFile(join(path, 'package.json'), '{"private":true,"type":"module"}');
    // Offline, so that installation fails if the packages need any other dependency.
    const quietly = ['--no-update-notifier', '--no-audit', '--no-fund'];
    await run('npm', ['install', '--offline', ...quietly, ...npmOptions, ...packages], { cwd: path });
    const app = new InstalledApp(path);
    await mkdir(join(path, 'node_modules', '@types'), { recursive: true });
    for (const sdk of SDKS) {
      const place = join(path, 'node_modules', sdk);
      if (!existsSync(place)) await symlink(appFolder(sdk), place);
    }
    for (const program of PROGRAMS) {
      await copyFile(new URL(program, import.meta.url), join(path, program));
    }
    return app;
  }

  /** All files in the folder except the installed packages. */
  async files(): Promise<string[]> {
    const entries = await readdir(this.path, { recursive: true });
    return entries.filter((entry) => !entry.startsWith('node_modules')).toSorted();
  }

  /** The number of installed packages and their size in bytes. */
  async installed(): Promise<{ readonly packages: number; readonly bytes: number }> {
    const scope = join(this.path, 'node_modules', '@outharbor');
    const entries = await readdir(scope, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(
      files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
    );
    return {
      packages: (await readdir(scope)).length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  }

  start(node: string, ...args: readonly string[]): Promise<StartedCommand> {
    const bin = join(this.path, 'node_modules', '.bin', 'emulators');
    return this.#start(node, [bin, ...OPTIONS, ...args], async (child) => endProcess(child, 'SIGTERM'));
  }

  /**
   * Starts the command as documented, and ends it as Ctrl-C does, with SIGINT to the process group, or with SIGTERM
   * to npx alone. Its end resolves when every process of the group has closed its output.
   */
  startByNpx(signal: 'SIGINT' | 'SIGTERM', ...args: readonly string[]): Promise<StartedCommand> {
    return this.#start('npx', ['@outharbor/emulators', ...OPTIONS, ...args], async (child) => {
      const closed = once(child, 'close');
      process.kill(Number(child.pid) * (signal === 'SIGINT' ? -1 : 1), signal);
      await closed;
    });
  }

  async #start(
    command: string,
    args: readonly string[],
    end: (child: ChildProcess) => Promise<void>,
  ): Promise<StartedCommand> {
    const child = spawn(command, [...args], {
      cwd: this.path,
      env: { PATH: process.env.PATH, npm_config_offline: 'true', npm_config_update_notifier: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: command === 'npx',
    });
    const { line: addresses, stderr } = await firstLine(child);
    return {
      addresses,
      stderr,
      end: async () => {
        await end(child);
        return child.exitCode;
      },
    };
  }

  /** Resolves with the program's standard output. */
  async run(node: string, ...args: readonly string[]): Promise<string> {
    const env = { PATH: process.env.PATH, NEXT_TELEMETRY_DISABLED: '1' };
    return (await run(node, [...args], { cwd: this.path, env })).stdout;
  }
}

export interface StartedCommand {
  /** The line of JSON that the command prints on start-up. */
  readonly addresses: string;
  stderr(): string;
  end(): Promise<number | null>;
}

export async function emptyFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name);
  await mkdir(path);
  return path;
}
