import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/** `node bundle-api.ts <entry> <folder>`: the API with its dependencies as one file, `bundle/server.mjs`. */
const [entry = 'api/src/server.ts', folder = 'api/dist'] = process.argv.slice(2);

// Packages in CommonJS still call require and read __dirname, which an ES module does not have.
const COMMONJS_SCOPE = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('\n');

await build({
  entryPoints: [entry],
  outfile: join(folder, 'bundle/server.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Optional native add-ons of the WebSocket client: not installed, and asked for in a try block.
  external: ['bufferutil', 'utf-8-validate'],
  banner: { js: COMMONJS_SCOPE },
});

// The documentation pages are read from `../static`, seen from the code that serves them, their logo from `./static`.
const swaggerUi = dirname(createRequire(join(process.cwd(), entry)).resolve('@fastify/swagger-ui'));
await cp(join(swaggerUi, 'static'), join(folder, 'static'), { recursive: true });
await mkdir(join(folder, 'bundle/static'), { recursive: true });
await cp(join(swaggerUi, 'static/logo.svg'), join(folder, 'bundle/static/logo.svg'));
