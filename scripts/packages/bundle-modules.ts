import { basename, dirname, join, parse, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { placesKept } from '../../infra/containers/bundle-program.ts';
import { ROOT } from '../step.ts';
import { SIBLING } from './manifest.ts';
import { tidySourceMaps } from './tidy-source-maps.ts';

export interface Modules {
  readonly source: string;
  readonly stage: string;
  /** Relative to the workspace. */
  readonly entries: readonly string[];
}

// Bundled CommonJS packages call require, which an ES module does not have.
const REQUIRE = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
].join('\n');

const siblingsLeftOut: Plugin = {
  name: 'siblings-left-out',
  setup({ onResolve }) {
    // The filter is Go's, which has no lookahead.
    onResolve({ filter: /^@outharbor\// }, ({ path }) =>
      SIBLING.test(path) ? { path, external: true } : undefined,
    );
  },
};

/** Bundles the entries with everything they need but Node.js and sibling packages. Resolves with the bundled files. */
export async function bundleModules({ source, stage, entries }: Modules): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((entry) => ({ in: join(source, entry), out: parse(entry).name })),
    outdir: join(stage, 'lib'),
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: REQUIRE },
    plugins: [siblingsLeftOut, placesKept((module) => placeBelow(join(source, 'src'), module))],
  });
  await tidySourceMaps(join(stage, 'lib'), source);
  return Object.keys(metafile.inputs);
}

/** The place of a module relative to the bundle's folder; undefined for one outside of the package. */
function placeBelow(sources: string, module: string): string | undefined {
  const place = relative(sources, join(dirname(module), basename(module, '.ts')));
  return place.startsWith('..') ? undefined : `./${place}.js`;
}
