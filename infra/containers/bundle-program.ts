import { readFile } from 'node:fs/promises';
import { type BuildOptions, build, type Plugin } from 'esbuild';

// CommonJS packages use require and __dirname, which ES modules lack.
const COMMONJS_SCOPE = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

export async function bundleProgram(options: BuildOptions): Promise<void> {
  await build({
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Optional native add-ons of the WebSocket client: not installed, and imported in a try block.
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: COMMONJS_SCOPE },
    ...options,
  });
}

/** Replaces `import.meta.url` with the path from `findPath`, relative to the bundle, if it returns one. */
export function preserveSourceUrls(findPath: (module: string) => string | undefined): Plugin {
  return {
    name: 'preserve-source-urls',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: module }) => {
        const path = findPath(module);
        if (path === undefined) return undefined;
        const text = await readFile(module, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const contents = text.replaceAll('import.meta.url', `new URL('${path}', import.meta.url)`);
        return { contents, loader: 'ts' };
      });
    },
  };
}
