import { dirname, join, relative } from 'node:path';

/** Source text by path, such as `src/rest/server.ts`. */
export type Sources = ReadonlyMap<string, string>;

const IMPORT = /(?:from |import\()'(\.{1,2}\/[^']+)'/g;

/** The folder of a file, relative to `root`. A file directly in `root` counts as its own folder. */
function folderOf(root: string, path: string): string {
  const folder = relative(root, dirname(path));
  return folder === '' ? relative(root, path) : folder;
}

function importsBetweenFolders(root: string, sources: Sources): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const from = folderOf(root, path);
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const to = folderOf(root, join(dirname(path), specifier));
      if (to === from || to.startsWith('..')) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

/**
 * Returns the folders of an import cycle below `root`, or undefined if there is none: then the folders form
 * layers in which every relative import points downward.
 */
export function findImportCycle(root: string, sources: Sources): string[] | undefined {
  const graph = importsBetweenFolders(root, sources);
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of graph.get(folder) ?? []) {
      const cycle = walk(next, [...path, folder]);
      if (cycle !== undefined) return cycle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of graph.keys()) {
    const cycle = walk(folder, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
