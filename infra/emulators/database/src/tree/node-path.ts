import { DatabaseError } from './database-error.ts';

export type Path = readonly string[];

const MAX_PATH_BYTES = 768;
export const MAX_DEPTH = 32;
/** One of `.#$/[]` or an ASCII control character. */
const FORBIDDEN_IN_KEY = /[.#$/[\]]|[^ -~\u0080-\uffff]/;
const PRIORITY = '.priority';

export function isValidKey(key: string): boolean {
  return key.length > 0 && !FORBIDDEN_IN_KEY.test(key) && Buffer.byteLength(key) <= MAX_PATH_BYTES;
}

/** Splits on slashes and drops empty segments. */
export function splitPath(text: string): string[] {
  return text.split('/').filter((segment) => segment !== '');
}

export function parsePath(text: unknown): Path {
  if (typeof text !== 'string') throw invalidPath('the path is not a string');
  return checkPath(splitPath(text));
}

/** Parses a path to write; the last segment may be `.priority`. */
export function parseWritePath(text: unknown): { path: Path; priorityOnly: boolean } {
  if (typeof text !== 'string') throw invalidPath('the path is not a string');
  const segments = splitPath(text);
  const priorityOnly = segments.at(-1) === PRIORITY;
  return { path: checkPath(priorityOnly ? segments.slice(0, -1) : segments), priorityOnly };
}

function checkPath(path: Path): Path {
  if (path.length > MAX_DEPTH) throw invalidPath(`the path is deeper than ${MAX_DEPTH} levels`);
  let bytes = Math.max(0, path.length - 1);
  for (const key of path) {
    if (!isValidKey(key))
      throw invalidPath(`the path has the invalid key ${JSON.stringify(key.slice(0, 80))}`);
    bytes += Buffer.byteLength(key);
  }
  if (bytes > MAX_PATH_BYTES) throw invalidPath(`the path is longer than ${MAX_PATH_BYTES} bytes`);
  return path;
}

function invalidPath(why: string): DatabaseError {
  return new DatabaseError('invalid_path', `Invalid path: ${why}`);
}

/** The path in the protocol's form, with a leading slash. */
export function formatPath(path: Path): string {
  return `/${path.join('/')}`;
}

export function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => key === path[index]);
}

/** True when one path equals or contains the other. */
export function overlaps(a: Path, b: Path): boolean {
  return a.length <= b.length ? startsWith(b, a) : startsWith(a, b);
}
