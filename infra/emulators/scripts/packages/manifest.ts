import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: object;
}

const NODE_RANGE = '>=20';
/** Published packages stay dependencies; everything else, including the kit, is bundled. */
export const SIBLING = /^@outharbor\/(?!emulator-kit(?:\/|$))/;
export const KIT = '@outharbor/emulator-kit';

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The published manifest: its `exports` name the built modules instead of the sources. */
export function manifestOf(workspace: Manifest, root: Manifest): object {
  const { name, version, description, exports = {}, bin, dependencies = {} } = workspace;
  const siblings = Object.entries(dependencies).filter(([dependency]) => SIBLING.test(dependency));
  return {
    name,
    version,
    description,
    license: root.license,
    // Makes `npm publish` refuse the package until a licence is chosen.
    ...(root.license === 'UNLICENSED' && { private: true }),
    type: 'module',
    engines: { node: NODE_RANGE },
    exports: Object.fromEntries(Object.entries(exports).map(([path, file]) => [path, builtOf(file)])),
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([key, file]) => [key, moduleOf(file)])) }),
    ...(siblings.length > 0 && { dependencies: Object.fromEntries(siblings) }),
    ...(workspace.peerDependencies && {
      peerDependencies: workspace.peerDependencies,
      peerDependenciesMeta: workspace.peerDependenciesMeta,
    }),
  };
}

function builtOf(source: string): { readonly types: string; readonly default: string } {
  return { types: declarationOf(source), default: moduleOf(source) };
}

function moduleOf(source: string): string {
  return `./lib/${parse(source).name}.js`;
}

export function declarationOf(source: string): string {
  return source.replace(/^\.\/src\//, './lib/types/').replace(/\.ts$/, '.d.ts');
}
