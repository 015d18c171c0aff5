import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, succeedsQuietly } from './step.ts';
import { tracked } from './tracked-files.ts';

/** A workspace whose `build` script writes to its `dist` folder. */
interface Build {
  readonly name: string;
  readonly workspace: string;
  /** Files and folders the output depends on. Test files are ignored. */
  readonly inputs: readonly string[];
}

const SITE: Build = {
  name: 'the site',
  workspace: 'web',
  inputs: ['web', 'api/contract', 'package-lock.json'],
};
const CONSOLE: Build = {
  name: 'the console',
  workspace: 'infra/emulators/console',
  inputs: [
    'infra/emulators/console',
    'web/src/ui/tokens.css',
    'web/src/ui/fonts',
    'api/contract',
    'package-lock.json',
  ],
};

const SCHEDULING_WIDGET: Build = {
  name: 'the scheduling widget',
  workspace: 'infra/emulators/scheduling',
  inputs: [
    'infra/emulators/scheduling/package.json',
    'infra/emulators/scheduling/vite.config.ts',
    'infra/emulators/scheduling/src',
    'api/contract/src/browsers.ts',
    'package-lock.json',
  ],
};

/** The bundle that the API image runs. One file loads in half the time the sources take. */
const API: Build = {
  name: 'the API',
  workspace: 'api',
  inputs: ['api', 'infra/containers', 'package-lock.json'],
};
export const API_ENTRY = join(ROOT, 'api/dist/bundle/server.mjs');

/** The emulators and the front door, bundled for the same reason. */
const STACK: Build = {
  name: 'the stack',
  workspace: 'infra/embedded',
  inputs: ['infra/embedded', 'infra/emulators', 'infra/containers', 'api/contract', 'package-lock.json'],
};
export const STACK_ENTRY = join(ROOT, 'infra/embedded/dist/embedded-stack.mjs');

/** Builds whatever is out of date. Resolves with the names of what it built. */
export function ensureProductBuilt(): Promise<string[]> {
  return ensureAllBuilt([SITE, CONSOLE, SCHEDULING_WIDGET, API, STACK]);
}

export function ensurePagesBuilt(): Promise<string[]> {
  return ensureAllBuilt([SITE, CONSOLE, SCHEDULING_WIDGET]);
}

export function ensureEmulatorPagesBuilt(): Promise<string[]> {
  return ensureAllBuilt([CONSOLE, SCHEDULING_WIDGET]);
}

async function ensureAllBuilt(builds: readonly Build[]): Promise<string[]> {
  const files = await readContents(builds.flatMap(({ inputs }) => inputs));
  const built: string[] = [];
  for (const build of builds) if (await ensureBuilt(build, files)) built.push(build.name);
  return built;
}

/** File contents by path. */
type Contents = ReadonlyMap<string, Buffer>;

async function readContents(inputs: readonly string[]): Promise<Contents> {
  const files = await tracked(...new Set(inputs), ':!*.test.ts', ':!*.test.tsx');
  const contents = new Map<string, Buffer>();
  for (const file of files.toSorted()) {
    const path = join(ROOT, file);
    // Synchronous: promises take five times as long for a thousand small files. Git also lists deleted files.
    if (existsSync(path)) contents.set(file, readFileSync(path));
  }
  return contents;
}

async function ensureBuilt({ name, workspace, inputs }: Build, files: Contents): Promise<boolean> {
  const inputsHash = hashContents(inputs, files);
  const stamp = join(ROOT, workspace, 'dist', '.inputs');
  if (inputsHash === (await readFile(stamp, 'utf8').catch(() => undefined))) return false;
  // React and Vite would otherwise take a development or test NODE_ENV from the caller.
  const environment = { ...process.env, NODE_ENV: 'production' };
  if (!(await succeedsQuietly('npm', ['run', 'build', '--prefix', workspace], environment))) {
    throw new Error(`Could not build ${name}.`);
  }
  await writeFile(stamp, inputsHash);
  return true;
}

function hashContents(inputs: readonly string[], files: Contents): string {
  const hash = createHash('sha256');
  for (const [file, content] of files) {
    if (!inputs.some((input) => file === input || file.startsWith(`${input}/`))) continue;
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
