import { basename, dirname, join, parse, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { preserveSourceUrls } from '../../../containers/bundle-program.ts';
import { ROOT } from '../../tests/support/repository-root.ts';
import { SIBLING } from './manifest.ts';

export interface Modules {
  readonly source: string;
  readonly stage: string;
  /** Relative to the workspace. */
  readonly entries: readonly string[];
}

// CommonJS packages call require, which ES modules lack.
const REQUIRE = [
  "import { createRequire as createBundleRequire } from 'node:module';",
  'const require = createBundleRequire(import.meta.url);',
].join('\n');

const externalSiblings: Plugin = {
  name: 'external-siblings',
  setup({ onResolve }) {
    // esbuild compiles filters with Go's regexp package, which has no lookahead.
    onResolve({ filter: /^@outharbor\// }, ({ path }) =>
      SIBLING.test(path) ? { path, external: true } : undefined,
    );
  },
};

/** Bundles the entries with their dependencies, except sibling packages. Resolves with the input files. */
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
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    external: ['bufferutil', 'utf-8-validate'],
    banner: { js: REQUIRE },
    plugins: [externalSiblings, preserveSourceUrls((module) => originalPath(join(source, 'src'), module))],
  });
  return Object.keys(metafile.inputs);
}

/** The module's original path, relative to the bundle's folder; undefined for a module of another package. */
function originalPath(sources: string, module: string): string | undefined {
  const path = relative(sources, join(dirname(module), basename(module, '.ts')));
  return path.startsWith('..') ? undefined : `./${path}.js`;
}
