import { rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { bundleProgram, placesKept } from './bundle-program.ts';

/** `node bundle-stack.ts <entry> <folder>`: the embedded stack as a module; what it imports later is one of its own. */
const [entry = 'infra/embedded/src/embedded-stack.ts', folder = 'infra/embedded/dist'] =
  process.argv.slice(2);

// Names of chunks change with their content.
await rm(folder, { recursive: true, force: true });
// Not minified: who works on an emulator reads its stack traces.
await bundleProgram({
  entryPoints: [entry],
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  plugins: [placesKept((module) => relative(resolve(folder), module))],
});
