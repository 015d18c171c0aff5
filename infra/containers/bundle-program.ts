import { readFile } from 'node:fs/promises';
import { type BuildOptions, build, type Plugin } from 'esbuild';

// Packages in CommonJS still call require and read __dirname, which an ES module does not have.
const COMMONJS_SCOPE = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

/** Writes a program of Node.js with its dependencies as one module. */
export async function bundleProgram(options: BuildOptions): Promise<void> {
  await build({
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Optional native add-ons of the WebSocket client: not installed, and asked for in a try block.
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: COMMONJS_SCOPE },
    ...options,
  });
}

/**
 * Modules that read files beside themselves look for them at `placeOf`, seen from the folder of the bundle; one that
 * has no place stays as it is.
 */
export function placesKept(placeOf: (module: string) => string | undefined): Plugin {
  return {
    name: 'places-kept',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const place = placeOf(path);
        if (place === undefined) return undefined;
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const contents = text.replaceAll('import.meta.url', `new URL('${place}', import.meta.url)`);
        return { contents, loader: 'ts' };
      });
    },
  };
}
