import { dirname, join, relative } from 'node:path';

/** Source text by path, as `src/rest/server.ts`. */
export type Sources = ReadonlyMap<string, string>;

const IMPORT = /(?:from |import\()'(\.{1,2}\/[^']+)'/g;

/** The folder of a file below `root`; a file directly in it stands for itself. */
function roomOf(root: string, path: string): string {
  const folder = relative(root, dirname(path));
  return folder === '' ? relative(root, path) : folder;
}

function importsBetweenRooms(root: string, sources: Sources): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const from = roomOf(root, path);
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const to = roomOf(root, join(dirname(path), specifier));
      if (to === from || to.startsWith('..')) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

/**
 * A way from a folder below `root` back to itself along relative imports, as the folders that it passes; undefined
 * where there is none, so that the folders can be laid out in floors with every import leading downward.
 */
export function importCircle(root: string, sources: Sources): string[] | undefined {
  const graph = importsBetweenRooms(root, sources);
  const done = new Set<string>();
  const walk = (room: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(room)) return [...path.slice(path.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const next of graph.get(room) ?? []) {
      const circle = walk(next, [...path, room]);
      if (circle !== undefined) return circle;
    }
    done.add(room);
    return undefined;
  };
  for (const room of graph.keys()) {
    const circle = walk(room, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}
