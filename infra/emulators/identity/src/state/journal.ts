import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One change: what kind of thing, which one, and its new value; without a value it is gone. */
export type Entry = readonly [kind: string, id: string, value?: unknown];

const OWNER_ONLY = 0o600;

/**
 * The state on disk, one line per change, so that a crash in the middle of a line loses that change and no other.
 * It holds password hashes: only the owner may read it.
 */
export class Journal {
  readonly #path: string;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#path = join(directory, 'identity.jsonl');
  }

  /** What earlier runs left. Throws when a line other than an unfinished last one cannot be read. */
  read(): Entry[] {
    if (!existsSync(this.#path)) return [];
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    // The text after the last newline is empty, or a line that a crash cut short.
    return lines.slice(0, -1).map((line, index) => {
      try {
        return JSON.parse(line) as Entry;
      } catch (cause) {
        throw new Error(`${this.#path}, line ${index + 1}, is damaged; move the file away to start empty`, {
          cause,
        });
      }
    });
  }

  append(entry: Entry): void {
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`, { mode: OWNER_ONLY });
  }

  /** Puts a file with nothing but `entries` in place of the old one, in one step. */
  rewrite(entries: Iterable<Entry>): void {
    const next = `${this.#path}.next`;
    const file = openSync(next, 'w', OWNER_ONLY);
    // A file that a crash left behind keeps its mode when it is opened again.
    chmodSync(next, OWNER_ONLY);
    for (const entry of entries) writeSync(file, `${JSON.stringify(entry)}\n`);
    fsyncSync(file);
    closeSync(file);
    renameSync(next, this.#path);
  }
}
