import type { Manifest } from 'vite';

/** Address of a built file under `/`. */
export function fileOf(manifest: Manifest, source: string): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`the build has no ${source}`);
  return chunk.file;
}

/** The scripts that the given sources need to run, without what they load on demand. */
export function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`the build has no ${source}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...seen].map((file) => `/${file}`);
}

/** The chunk that the build names `name`. */
export function chunkNamed(manifest: Manifest, name: string): string {
  const chunk = Object.values(manifest).find((candidate) => candidate.name === name);
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  return `/${chunk.file}`;
}
