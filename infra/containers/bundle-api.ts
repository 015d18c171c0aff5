import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleProgram } from './bundle-program.ts';

/** `node bundle-api.ts <entry> <folder>` bundles the API, its doctor and the reconciliation, with their dependencies, into `bundle/`. */
const [entry = 'api/src/server.ts', folder = 'api/dist'] = process.argv.slice(2);

const beside = (name: string) => join(dirname(entry), `${name}.ts`);
const programs = { server: entry, doctor: beside('doctor'), reconcile: beside('reconcile') };
for (const [name, program] of Object.entries(programs)) {
  await bundleProgram({ entryPoints: [program], outfile: join(folder, `bundle/${name}.mjs`), minify: true });
}

// Swagger UI reads its pages from `../static` and its logo from `./static`, both relative to the bundle.
const swaggerUi = dirname(createRequire(join(process.cwd(), entry)).resolve('@fastify/swagger-ui'));
await cp(join(swaggerUi, 'static'), join(folder, 'static'), { recursive: true });
await mkdir(join(folder, 'bundle/static'), { recursive: true });
await cp(join(swaggerUi, 'static/logo.svg'), join(folder, 'bundle/static/logo.svg'));
