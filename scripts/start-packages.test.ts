import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';

/** Everything they run, its build configurations and the entry points it builds. */
const ENTRIES = [
  'scripts/start.ts',
  'scripts/dev.ts',
  'infra/embedded/src/embedded-stack.ts',
  'api/src/server.ts',
  'infra/containers/bundle-api.ts',
  'infra/containers/bundle-stack.ts',
  'web/vite.config.ts',
  'web/prerender/build.ts',
  'web/src/app/client.tsx',
  'web/src/app/render.tsx',
  'web/src/app/boot.ts',
  'infra/emulators/console/vite.config.ts',
  'infra/emulators/console/src/page/main.tsx',
  'infra/emulators/scheduling/vite.config.ts',
  'infra/emulators/scheduling/src/pages/browser-scripts/widget.ts',
];

/** Marks third-party packages as external and collects their names. Type-only imports do not count. */
function collectPackages(names: Set<string>): Plugin {
  return {
    name: 'collect-packages',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || path.startsWith('@outharbor/')) return undefined;
        if (!path.includes(':')) names.add(path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
        return { path, external: true };
      });
    },
  };
}

it('npm start and npm run dev need no development dependencies', async () => {
  const names = new Set<string>();
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: 'never-written',
    write: false,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    loader: { '.css': 'empty', '.svg': 'empty', '.woff2': 'empty' },
    logLevel: 'error',
    plugins: [collectPackages(names)],
  });
  const lockfile = await readFile(join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as { readonly packages: Record<string, { dev?: boolean }> };
  const devPackages = [...names].filter((name) => packages[`node_modules/${name}`]?.dev);
  expect([...names]).toEqual(expect.arrayContaining(['vite', 'esbuild', 'react', 'fastify']));
  expect(devPackages).toEqual([]);
});
