import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../tests/support/repository-root.ts';

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
