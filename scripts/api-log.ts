import { createWriteStream } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './step.ts';

export interface ApiLog {
  /** Relative to the repository root if inside it, otherwise as given. */
  readonly file: string;
  readonly write: (text: string) => void;
}

/** Opens the file for the API's structured log, replacing the previous run's. */
export function openApiLog(path: string): ApiLog {
  const stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  const fromRoot = relative(ROOT, path);
  return { file: fromRoot.startsWith('..') ? path : fromRoot, write: (text) => stream.write(text) };
}
