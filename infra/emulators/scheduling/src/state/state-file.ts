import { readIfExists, replaceFile } from '@outharbor/emulator-kit/replace-file';

export function stateFile<T>(path: string | undefined) {
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  return {
    load: async (): Promise<T | undefined> => {
      if (path === undefined) return undefined;
      try {
        const text = readIfExists(path);
        return text === undefined ? undefined : (JSON.parse(text) as T);
      } catch (cause) {
        throw new Error(`cannot read ${path}`, { cause });
      }
    },
    /** Resolves when the current or a newer state is on disk. Calls during a save share the next one. */
    save: (read: () => T): Promise<void> => {
      if (path === undefined) return Promise.resolve();
      queued ??= running.then(() => {
        queued = undefined;
        const write = replaceFile(path, [JSON.stringify(read())]);
        running = write.catch(() => undefined);
        return write;
      });
      return queued;
    },
  };
}
