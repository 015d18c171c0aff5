import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { ROOT } from '../../tests/support/repository-root.ts';
import { bundleModules } from './bundle-modules.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { builtModule, commonJs, publishedManifest, readManifest } from './manifest.ts';
import { writeNotices } from './third-party-notices.ts';

export interface Staging {
  /** The workspace. */
  readonly source: string;
  /** The folder that becomes the package. */
  readonly stage: string;
  readonly assets: readonly (readonly [from: string, to: string])[];
}

const HOUSE = join(ROOT, 'infra/emulators');
const DOCUMENTS = ['README.md', 'CHANGELOG.md'];
const OF_ALL = ['LICENSE', 'SECURITY.md'];

/** Builds the package as published: modules, declarations, source maps and its own manifest. */
export async function stagePackage({ source, stage, assets }: Staging): Promise<void> {
  const workspace = await readManifest(source);
  const { exports = {}, bin = {} } = workspace;
  const exported = distinct(exports);
  await mkdir(stage, { recursive: true });
  const bundled = await bundleModules({ source, stage, entries: [...exported, ...distinct(bin)] });
  await emitDeclarations({ source, stage, entries: exported });
  for (const entry of exported) await writeCommonJs(stage, builtModule(entry));
  for (const [from, to] of assets) await copyAsset(join(source, from), join(stage, to));
  for (const document of DOCUMENTS) await cp(join(source, document), join(stage, document));
  for (const document of OF_ALL) await cp(join(HOUSE, document), join(stage, document));
  const notices = await writeNotices(bundled, join(source, 'dist/third-party.json'));
  if (notices !== '') await writeFile(join(stage, 'THIRD-PARTY-NOTICES.txt'), notices);
  const manifest = publishedManifest(workspace, relative(ROOT, source));
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Lets CommonJS load the one module that there is, so that both share its state. */
async function writeCommonJs(stage: string, module: string): Promise<void> {
  await writeFile(join(stage, commonJs(module)), `module.exports = require('./${basename(module)}');\n`);
}

/** Several exports may name one module. */
function distinct(modules: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.values(modules))];
}

async function copyAsset(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
  if (!(await stat(to)).isDirectory()) return;
  for (const name of ['.inputs', 'third-party.json']) await rm(join(to, name), { force: true });
  await stripScripts(to);
}

/** Strips the types of browser scripts; an emulator run from source does this when serving them. */
async function stripScripts(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name === 'tsconfig.json' || /\.(d|test)\.ts$/.test(name)) await rm(file);
    else if (name.endsWith('.ts')) {
      await writeFile(file, stripTypeScriptTypes(await readFile(file, 'utf8')));
      await rename(file, file.replace(/\.ts$/, '.js'));
    }
  }
}
