import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, replaceFile } from '@outharbor/emulator-kit/replace-file';

/** A JSON document on disk that is replaced in one step. */
export interface StateFile<T> {
  load(): Promise<T | undefined>;
  /** Resolves when a state at least as new as at the call is on disk. */
  save(read: () => T): Promise<void>;
}

/** Without a folder, nothing is saved. */
export function openStateFile<T>(dataDir: string | undefined, name: string): StateFile<T> {
  return dataDir === undefined ? new MemoryOnly<T>() : new DiskFile<T>(dataDir, name);
}

class MemoryOnly<T> implements StateFile<T> {
  async load(): Promise<undefined> {
    return undefined;
  }

  async save(): Promise<void> {}
}

class DiskFile<T> implements StateFile<T> {
  readonly #path: string;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(folder: string, name: string) {
    this.#path = join(folder, name);
  }

  async load(): Promise<T | undefined> {
    try {
      return JSON.parse(await readFile(this.#path, 'utf8')) as T;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw new Error(`cannot read ${this.#path}`, { cause: error });
    }
  }

  /** Calls during a save share the next one. */
  save(read: () => T): Promise<void> {
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      const write = replaceFile(this.#path, [JSON.stringify(read())]);
      this.#running = write.catch(() => undefined);
      return write;
    });
    return this.#queued;
  }
}
