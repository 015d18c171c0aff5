import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../../scripts/step.ts';

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The licence texts of the packages that contain the files. */
export async function noticesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => PACKAGE_FOLDER.exec(file)?.[0] ?? []));
  const notices = await Promise.all([...folders].toSorted().map(noticeOf));
  return notices.join(`\n${'-'.repeat(80)}\n\n`);
}

async function noticeOf(folder: string): Promise<string> {
  const path = join(ROOT, folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${await readFile(join(path, file), 'utf8')}`;
  return `${name} ${version} (${license})\n${text}`;
}
