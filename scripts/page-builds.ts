import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, succeedsQuietly } from './step.ts';
import { tracked } from './tracked-files.ts';

/** A workspace whose `build` script turns sources into a folder `dist`. */
interface PageBuild {
  readonly name: string;
  readonly workspace: string;
  /** Git pathspecs of all that the result depends on. */
  readonly inputs: readonly string[];
}

const NO_TESTS = [':!*.test.ts', ':!*.test.tsx'];
const SITE: PageBuild = {
  name: 'the site',
  workspace: 'web',
  inputs: ['web', 'api/contract', 'package-lock.json', ...NO_TESTS],
};
const CONSOLE: PageBuild = {
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

const SCHEDULING_WIDGET: PageBuild = {
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

/** Builds what was not made from exactly these sources. Resolves with the names of what it built. */
export function ensurePagesBuilt(): Promise<string[]> {
  return ensureAllBuilt([SITE, CONSOLE, SCHEDULING_WIDGET]);
}

/** The pages that are part of the emulators' packages. */
export function ensureEmulatorPagesBuilt(): Promise<string[]> {
  return ensureAllBuilt([CONSOLE, SCHEDULING_WIDGET]);
}

async function ensureAllBuilt(builds: readonly PageBuild[]): Promise<string[]> {
  const built: string[] = [];
  for (const build of builds) {
    if (await ensureBuilt(build)) built.push(build.name);
  }
  return built;
}

async function ensureBuilt({ name, workspace, inputs }: PageBuild): Promise<boolean> {
  const stamp = join(ROOT, workspace, 'dist', '.inputs');
  const wanted = await hashOf(inputs);
  if (wanted === (await readFile(stamp, 'utf8').catch(() => undefined))) return false;
  // React and Vite would build for development where the caller is set to that, or is a test.
  const environment = { ...process.env, NODE_ENV: 'production' };
  if (!(await succeedsQuietly('npm', ['run', 'build', '--workspace', workspace], environment))) {
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
