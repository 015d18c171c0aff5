import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps; they are taken together. */
const QUIET_MS = 50;

/** Calls back with the text of a file whenever it has changed. The directory is watched: editors replace files. */
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
