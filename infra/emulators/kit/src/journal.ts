import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { ifExists, OWNER_FILE, replaceFileSync } from './replace-file.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * State on disk, one line of JSON per change. A crash while writing a line loses only that change. Read and
 * rewrite the journal before appending, because an unfinished last line would damage the next entry.
 */
export class Journal<Entry> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Yields the entries of earlier runs. Skips an unfinished last line; throws for any other damaged line. */
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

  /** Atomically replaces the file with one that contains only `entries`. */
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

/** Yields the complete lines of a file, without an unfinished last one; none when the file does not exist. */
export function* readLines(path: string): Generator<string> {
  const file = ifExists(() => openSync(path, 'r'));
  if (file === undefined) return;
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

function* linesOf(entries: Iterable<unknown>): Generator<string> {
  for (const entry of entries) yield lineOf(entry);
}

function lineOf(entry: unknown): string {
  return `${JSON.stringify(entry)}\n`;
}
