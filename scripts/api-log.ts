import { createWriteStream, type WriteStream } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './step.ts';

/** The file for the API's structured log, which replaces the previous run's with the first line. */
export function openApiLog(path: string) {
  let stream: WriteStream | undefined;
  const fromRoot = relative(ROOT, path);
  return {
    /** Relative to the repository root if inside it, otherwise as given. */
    file: fromRoot.startsWith('..') ? path : fromRoot,
    write: (text: string) => {
      stream ??= createWriteStream(path, { flags: 'w', mode: 0o600 });
      stream.write(text);
    },
  };
}
