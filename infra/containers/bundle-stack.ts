import { rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { bundleProgram, preserveSourceUrls } from './bundle-program.ts';

/**
 * `node bundle-stack.ts <entry> <folder>` bundles the embedded stack; dynamic imports become separate chunks.
 */
const [entry = 'infra/embedded/src/embedded-stack.ts', folder = 'infra/embedded/dist'] =
  process.argv.slice(2);

// Chunk names change with their content.
await rm(folder, { recursive: true, force: true });
// It is not minified, so that stack traces of the emulators stay readable.
await bundleProgram({
  entryPoints: [entry],
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  plugins: [preserveSourceUrls((module) => relative(resolve(folder), module))],
});
