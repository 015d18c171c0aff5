import { readFile } from 'node:fs/promises';
import { watchFile } from '@outharbor/emulator-kit/watch-file';

/** Calls back with the file's text on every change. */
export function watchRulesFile(
  path: string,
  onText: (text: string) => void,
  onFailure: (error: Error) => void,
): { close(): void } {
  let lastText: string | undefined;
  const reload = async (): Promise<void> => {
    const text = await readFile(path, 'utf8');
    if (text === lastText) return;
    lastText = text;
    onText(text);
  };
  return watchFile(path, () => void reload().catch(onFailure), onFailure);
}
