import { readFile, rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleProgram } from './bundle-program.ts';

/** `node bundle-stack.ts <entry> <folder>`: the embedded stack as a module; what it imports later is one of its own. */
const [entry = 'infra/embedded/src/embedded-stack.ts', folder = 'infra/embedded/dist'] =
  process.argv.slice(2);

/** Modules of ours that read files beside themselves find them where they are. */
function placesKept(outdir: string): Plugin {
  return {
    name: 'places-kept',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const place = JSON.stringify(relative(outdir, path));
        return {
          contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url)`),
          loader: 'ts',
        };
      });
    },
  };
}

// Names of chunks change with their content.
await rm(folder, { recursive: true, force: true });
// Not minified: who works on an emulator reads its stack traces.
await bundleProgram({
  entryPoints: [entry],
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  splitting: true,
  plugins: [placesKept(resolve(folder))],
});
