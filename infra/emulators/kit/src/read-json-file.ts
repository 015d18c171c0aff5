import { readFile } from 'node:fs/promises';

/** Windows's editors and shells put a byte order mark before a text. */
export async function readJsonFile(path: string): Promise<unknown> {
  return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
}
