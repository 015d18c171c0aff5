import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { HOME } from './home.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: object;
}

/** The releases of Node.js that load an ES module with `require`. */
const NODE_RANGE = '^20.19.0 || >=22.12.0';
/** Published packages stay dependencies; everything else, including the kit, is bundled. */
export const SIBLING = /^@outharbor\/(?!emulator-kit(?:\/|$))/;
export const KIT = '@outharbor/emulator-kit';

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The published manifest: its `exports` name the built modules instead of the sources. */
export function publishedManifest(workspace: Manifest, folder: string, environment = process.env): object {
  const { name, version, description, exports = {}, bin, dependencies = {} } = workspace;
  const siblings = Object.entries(dependencies).filter(([dependency]) => SIBLING.test(dependency));
  return {
    name,
    version,
    description,
    keywords: workspace.keywords,
    license: workspace.license,
    ...describeRepository(folder, environment),
    publishConfig: { access: 'public', provenance: true },
    type: 'module',
    engines: { node: NODE_RANGE },
    exports: Object.fromEntries(Object.entries(exports).map(([path, file]) => [path, builtEntry(file)])),
    ...(bin && {
      bin: Object.fromEntries(Object.entries(bin).map(([key, file]) => [key, builtModule(file)])),
    }),
    ...(siblings.length > 0 && { dependencies: Object.fromEntries(siblings) }),
    ...(workspace.peerDependencies && {
      peerDependencies: workspace.peerDependencies,
      peerDependenciesMeta: workspace.peerDependenciesMeta,
    }),
  };
}

/** The repository whose workflow builds the packages, which npm compares with the proof of their provenance, or else their home. */
function describeRepository(
  directory: string,
  { GITHUB_SERVER_URL, GITHUB_REPOSITORY }: Readonly<Record<string, string | undefined>>,
): object {
  const workflow = GITHUB_SERVER_URL && GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  const url = workflow || HOME.repository;
  return {
    homepage: `${url}#readme`,
    repository: { type: 'git', url: `git+${url}.git`, directory },
    bugs: { email: HOME.email, ...(workflow && { url: `${workflow}/issues` }) },
  };
}

function builtEntry(source: string): object {
  return {
    import: { types: builtDeclaration(source), default: builtModule(source) },
    require: { types: commonJs(builtDeclaration(source)), default: commonJs(builtModule(source)) },
  };
}

/** `x.cjs` for `x.js`, `x.d.cts` for `x.d.ts`. */
export function commonJs(file: string): string {
  return file.replace(/\.js$/, '.cjs').replace(/\.d\.ts$/, '.d.cts');
}

export function builtModule(source: string): string {
  return `./lib/${parse(source).name}.js`;
}

export function builtDeclaration(source: string): string {
  return source.replace(/^\.\/src\//, './lib/types/').replace(/\.ts$/, '.d.ts');
}
