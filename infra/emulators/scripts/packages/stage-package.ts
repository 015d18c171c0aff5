import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { ROOT } from '../../tests/support/repository-root.ts';
import { bundleModules } from './bundle-modules.ts';
import { emitDeclarations } from './emit-declarations.ts';
import { builtModule, commonJs, publishedManifest, readManifest } from './manifest.ts';

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

/** Builds the package as published: modules, declarations and its own manifest. */
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

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

interface Notice {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly identifier: string;
  readonly text: string;
}

/**
 * The licence texts of the packages that contain the modules, and of those that `pages`, a list written by
 * Vite, names. Throws if a package carries none.
 */
export async function writeNotices(modules: readonly string[], pages: string): Promise<string> {
  const folders = new Set(modules.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  const inModules = await Promise.all([...folders].map(readNotice));
  const inPages = existsSync(pages) ? (JSON.parse(await readFile(pages, 'utf8')) as Notice[]) : [];
  const notices = [...inModules, ...inPages].map(formatNotice);
  return [...new Set(notices)].toSorted().join(`\n${'-'.repeat(80)}\n\n`);
}

function formatNotice({ name, version, identifier, text }: Notice): string {
  if (text.trim() === '') throw new Error(`${name} ${version} is bundled but carries no licence text`);
  return `${name} ${version} (${identifier})\n\n${text.trim()}\n`;
}

async function readNotice(folder: string): Promise<Notice> {
  const path = join(ROOT, folder);
  const { name, version, license, author } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFile(join(path, file), 'utf8') : licenceByName(license, author);
  return { name, version, identifier: license, text: await text };
}

/** Some packages name the MIT License without its text, which is the same for all but the holder. */
async function licenceByName(license: string, author: unknown): Promise<string> {
  if (license !== 'MIT' || author === undefined) return '';
  const holder = typeof author === 'string' ? author : (author as { readonly name: string }).name;
  const ours = await readFile(join(ROOT, 'infra/emulators/LICENSE'), 'utf8');
  return ours.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
