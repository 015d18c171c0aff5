import { watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Milliseconds to wait for further changes: editors save a file in several steps. */
const QUIET_MS = 50;

/** Calls `onChange` after every change of the file. Watches the folder, as editors replace the file. */
export function watchFile(
  path: string,
  onChange: () => void,
  onError: (error: Error) => void,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dirname(resolve(path)), { persistent: false }, (_event, name) => {
    // The system may not know the name.
    if (name !== null && comparable(name) !== comparable(basename(path))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
  });
  // On Windows, when the folder is removed.
  return watcher.on('error', onError);
}

/** Windows and macOS ignore case, and macOS how a letter and its accent are combined. */
const comparable = (name: string): string => name.normalize().toLowerCase();
