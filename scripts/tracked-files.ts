import { readdir, readFile } from 'node:fs/promises';
import { join, matchesGlob, relative } from 'node:path';
import { ROOT } from './step.ts';

/**
 * Repository files that match pathspecs as git has them, untracked ones included, without the ignored ones; all files
 * without an including pathspec. Needs no git, which an unpacked archive lacks.
 */
export async function tracked(...pathspecs: readonly string[]): Promise<string[]> {
  const ignored = await readIgnored();
  const excluded = pathspecs.filter((spec) => spec.startsWith(':!')).map((spec) => spec.slice(2));
  const included = pathspecs.filter((spec) => !spec.startsWith(':!'));
  const matchesAny = (specs: readonly string[], path: string) => specs.some((spec) => matches(spec, path));
  return (await filesIn(ROOT, ignored)).filter(
    (path) => (included.length === 0 || matchesAny(included, path)) && !matchesAny(excluded, path),
  );
}

/** In a pathspec, `*` also matches slashes. */
function matches(spec: string, path: string): boolean {
  const pattern = spec.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}(/|$)`).test(path);
}

type IsIgnored = (name: string, isFolder: boolean) => boolean;

/** The patterns of this repository's `.gitignore` are names, and the last match decides. */
async function readIgnored(): Promise<IsIgnored> {
  const lines = (await readFile(join(ROOT, '.gitignore'), 'utf8')).split('\n').filter(Boolean);
  return (name, isFolder) => {
    const last = lines.findLast((line) => {
      const pattern = line.replace(/^!/, '');
      return pattern.endsWith('/') ? isFolder && pattern.slice(0, -1) === name : matchesGlob(name, pattern);
    });
    return name === '.git' || (last !== undefined && !last.startsWith('!'));
  };
}

async function filesIn(folder: string, isIgnored: IsIgnored): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const kept = entries.filter((entry) => !isIgnored(entry.name, entry.isDirectory()));
  const found = kept.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path, isIgnored) : [relative(ROOT, path)];
  });
  return (await Promise.all(found)).flat();
}
