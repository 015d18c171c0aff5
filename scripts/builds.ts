import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, succeedsQuietly } from './step.ts';
import { tracked } from './tracked-files.ts';

/** A workspace whose `build` script turns sources into a folder `dist`. */
interface Build {
  readonly name: string;
  readonly workspace: string;
  /** Git pathspecs of all that the result depends on. */
  readonly inputs: readonly string[];
}

const NO_TESTS = [':!*.test.ts', ':!*.test.tsx'];
const SITE: Build = {
  name: 'the site',
  workspace: 'web',
  inputs: ['web', 'api/contract', 'package-lock.json', ...NO_TESTS],
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
    ...NO_TESTS,
  ],
};

const SCHEDULING_WIDGET: Build = {
  name: 'the scheduling widget',
  workspace: 'infra/emulators/scheduling',
  inputs: [
    'infra/emulators/scheduling/package.json',
    'infra/emulators/scheduling/vite.config.ts',
    'infra/emulators/scheduling/src/pages',
    'api/contract/src/browsers.ts',
    'package-lock.json',
    ...NO_TESTS,
  ],
};

/** The program that the API's image has. One file loads in half the time of its sources. */
const API: Build = {
  name: 'the API',
  workspace: 'api',
  inputs: ['api', 'infra/containers/bundle-api.ts', 'package-lock.json', ...NO_TESTS],
};
export const API_ENTRY = join(ROOT, 'api/dist/bundle/server.mjs');

/** Builds what was not made from exactly these sources. Resolves with the names of what it built. */
export function ensureProductBuilt(): Promise<string[]> {
  return ensureAllBuilt([SITE, CONSOLE, SCHEDULING_WIDGET, API]);
}

export function ensurePagesBuilt(): Promise<string[]> {
  return ensureAllBuilt([SITE, CONSOLE, SCHEDULING_WIDGET]);
}

/** The pages that are part of the emulators' packages. */
export function ensureEmulatorPagesBuilt(): Promise<string[]> {
  return ensureAllBuilt([CONSOLE, SCHEDULING_WIDGET]);
}

async function ensureAllBuilt(builds: readonly Build[]): Promise<string[]> {
  const wanted = await Promise.all(builds.map(({ inputs }) => hashOf(inputs)));
  const built: string[] = [];
  for (const [index, { name, workspace }] of builds.entries()) {
    if (await ensureBuilt(name, workspace, wanted[index] ?? '')) built.push(name);
  }
  return built;
}

async function ensureBuilt(name: string, workspace: string, wanted: string): Promise<boolean> {
  const stamp = join(ROOT, workspace, 'dist', '.inputs');
  if (wanted === (await readFile(stamp, 'utf8').catch(() => undefined))) return false;
  // React and Vite would build for development where the caller is set to that, or is a test.
  const environment = { ...process.env, NODE_ENV: 'production' };
  if (!(await succeedsQuietly('npm', ['run', 'build', '--prefix', workspace], environment))) {
    throw new Error(`${name} could not be built.`);
  }
  await writeFile(stamp, wanted);
  return true;
}

async function hashOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await tracked(...inputs)).toSorted()) {
    const content = await readFile(join(ROOT, file)).catch(() => undefined);
    if (content) hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
