import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isMissing, OWNER_FILE, replaceFileSync } from './replace-file.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * State on disk as one line of JSON per change: a crash in the middle of a line loses that change and no other.
 * Whoever opens it reads what is there and rewrites it as what is left.
 */
export class Journal<Entry> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** What earlier runs left. Throws when a line other than an unfinished last one cannot be read. */
  *read(): Generator<Entry> {
    let number = 0;
    for (const line of readLines(this.#path)) {
      number += 1;
      yield this.#parse(line, number);
    }
  }

  append(entry: Entry): void {
    appendFileSync(this.#path, lineOf(entry), { mode: OWNER_FILE });
  }

  /** Puts a file with nothing but `entries` in the place of the old one, in one step. */
  rewrite(entries: Iterable<Entry>): void {
    replaceFileSync(this.#path, linesOf(entries));
  }

  #parse(line: string, number: number): Entry {
    try {
      return JSON.parse(line) as Entry;
    } catch (cause) {
      throw new Error(`${this.#path}, line ${number}, is damaged; move the file away to start empty`, {
        cause,
      });
    }
  }
}

/** The complete lines of a file; what follows the last line break was cut off and is left out. No file, no lines. */
export function* readLines(path: string): Generator<string> {
  const file = openIfThere(path);
  if (file === null) return;
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const decoder = new StringDecoder('utf8');
    let rest = '';
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, bytes))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function* linesOf(entries: Iterable<unknown>): Generator<string> {
  for (const entry of entries) yield lineOf(entry);
}

function lineOf(entry: unknown): string {
  return `${JSON.stringify(entry)}\n`;
}
