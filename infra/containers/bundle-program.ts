import { type BuildOptions, build } from 'esbuild';

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
