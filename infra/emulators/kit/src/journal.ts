import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { ifExists, OWNER_FILE, replaceFileSync } from './replace-file.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Rewrite a journal before appending: an unfinished last line would damage the next entry. */
export class Journal<Entry> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

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
