import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Milliseconds to wait for further changes: editors save a file in several steps. */
const QUIET_MS = 50;

/** Calls back with the file's text on every change. Watches the directory, as editors replace the file. */
export function watchRulesFile(
  path: string,
  onText: (text: string) => void,
  onFailure: (error: Error) => void,
): FSWatcher {
  let timer: NodeJS.Timeout | undefined;
  let lastText: string | undefined;
  const reload = async (): Promise<void> => {
    const text = await readFile(path, 'utf8');
    if (text === lastText) return;
    lastText = text;
    onText(text);
  };
  return watch(dirname(path), (_, name) => {
    if (name !== basename(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      reload().catch(onFailure);
    }, QUIET_MS);
  });
}
