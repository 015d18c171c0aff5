import { readIfExists, replaceFile } from '@outharbor/emulator-kit/replace-file';

export class StateFile<T> {
  readonly #path: string | undefined;
  #running: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(path: string | undefined) {
    this.#path = path;
  }

  async load(): Promise<T | undefined> {
    if (this.#path === undefined) return undefined;
    try {
      const text = readIfExists(this.#path);
      return text === undefined ? undefined : (JSON.parse(text) as T);
    } catch (cause) {
      throw new Error(`cannot read ${this.#path}`, { cause });
    }
  }

  /** Resolves when the current or a newer state is on disk. Calls during a save share the next one. */
  save(read: () => T): Promise<void> {
    const path = this.#path;
    if (path === undefined) return Promise.resolve();
    this.#queued ??= this.#running.then(() => {
      this.#queued = undefined;
      const write = replaceFile(path, [JSON.stringify(read())]);
      this.#running = write.catch(() => undefined);
      return write;
    });
    return this.#queued;
  }
}
