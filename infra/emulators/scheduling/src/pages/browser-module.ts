import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';

const FOLDER = new URL('./browser-scripts/', import.meta.url);
const NAME = /^[a-z-]+\.ts$/;

const modules = new Map<string, string>();

/** A browser script as JavaScript, its types stripped; undefined where there is none of that name. */
export async function browserModule(name: string): Promise<string | undefined> {
  if (!NAME.test(name)) return undefined;
  const known = modules.get(name);
  if (known !== undefined) return known;
  const source = await readSource(name);
  if (source === undefined) return undefined;
  const code = stripTypeScriptTypes(source);
  modules.set(name, code);
  return code;
}

async function readSource(name: string): Promise<string | undefined> {
  try {
    return await readFile(new URL(name, FOLDER), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
