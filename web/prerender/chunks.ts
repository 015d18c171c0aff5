import type { Manifest } from 'vite';

/** Path of a built file, without the leading slash. */
export function builtFile(manifest: Manifest, source: string): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`The build manifest has no ${source}`);
  return chunk.file;
}

/** Scripts that the sources import statically, themselves included. */
export function listScripts(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build manifest has no ${source}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...seen].map((file) => `/${file}`);
}

/** Path of the chunk with the given name. */
export function chunkNamed(manifest: Manifest, name: string): string {
  const chunk = Object.values(manifest).find((candidate) => candidate.name === name);
  if (!chunk) throw new Error(`The build manifest has no chunk ${name}`);
  return `/${chunk.file}`;
}

/**
 * A chunk that imports itself through others, if any: its modules would run before what they import, and the
 * application would not start.
 */
export function circularChunk(manifest: Manifest): string | undefined {
  const listImports = (source: string) => manifest[source]?.imports ?? [];
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    listImports(from).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return Object.keys(manifest).find((source) => reaches(source, source));
}
