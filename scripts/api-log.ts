import { createWriteStream } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './step.ts';

export interface ApiLog {
  /** Relative to the root of the repository, where it is in there. */
  readonly file: string;
  readonly write: (text: string) => void;
}

/** The API's structured log of this run, beside the data. */
export function openApiLog(path: string): ApiLog {
  const stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  const fromRoot = relative(ROOT, path);
  return { file: fromRoot.startsWith('..') ? path : fromRoot, write: (text) => stream.write(text) };
}
