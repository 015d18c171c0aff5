import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { ifExists, moveFile, OWNER_FILE, replaceFileSync } from './replace-file.ts';

const CHUNK_BYTES = 4 * 1024 * 1024;
/** A file smaller than this is not worth compacting. */
const COMPACTED_ABOVE_BYTES = 64 * 1024 * 1024;

/** Rewrite a journal before appending: an unfinished last line would damage the next entry. */
export class Journal<Entry> {
  readonly #path: string;
  readonly #draft: string;
  #bytes = 0;
  #compactedBytes = 0;
  /** Lines appended while the file is being compacted. */
  #late: string[] | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#draft = `${path}.compacted`;
  }

  *read(): Generator<Entry> {
    let number = 0;
    for (const line of readLines(this.#path)) {
      number += 1;
      yield this.#parse(line, number);
    }
  }

  append(entry: Entry): void {
    const line = formatLine(entry);
    appendFileSync(this.#path, line, { mode: OWNER_FILE });
    this.#bytes += Buffer.byteLength(line);
    this.#late?.push(line);
  }

  rewrite(entries: Iterable<Entry>): void {
    this.#late = undefined;
    replaceFileSync(this.#path, splitIntoChunks(entries));
    rmSync(this.#draft, { force: true });
    this.#measure();
  }

  /** Whether most of the file has been replaced by later entries. */
  get isBloated(): boolean {
    return (
      this.#late === undefined && this.#bytes > Math.max(COMPACTED_ABOVE_BYTES, 2 * this.#compactedBytes)
    );
  }

  /**
   * Rewrites the file while other work goes on. `entries` is read bit by bit; what is appended meanwhile follows it, so
   * that the last value of each entity wins. A later `rewrite` or `close` abandons it.
   */
  async compact(entries: Iterable<Entry>): Promise<void> {
    const late: string[] = [];
    this.#late = late;
    const file = openSync(this.#draft, 'w', OWNER_FILE);
    try {
      for (const chunk of splitIntoChunks(entries)) {
        writeSync(file, chunk);
        await setImmediate();
        if (this.#late !== late) return;
      }
      writeSync(file, late.join(''));
      fsyncSync(file);
      moveFile(this.#draft, this.#path);
      this.#measure();
    } finally {
      closeSync(file);
      if (this.#late === late) this.#late = undefined;
      // Otherwise another compaction is writing it.
      if (this.#late === undefined) rmSync(this.#draft, { force: true });
    }
  }

  /** Abandons a compaction. The file stays as it is. */
  close(): void {
    this.#late = undefined;
  }

  #measure(): void {
    this.#bytes = statSync(this.#path).size;
    this.#compactedBytes = this.#bytes;
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

/** Lines, many at a time. */
function* splitIntoChunks(entries: Iterable<unknown>): Generator<string> {
  let chunk = '';
  for (const entry of entries) {
    chunk += formatLine(entry);
    if (chunk.length < CHUNK_BYTES) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function formatLine(entry: unknown): string {
  return `${JSON.stringify(entry)}\n`;
}
