import { readFile } from 'node:fs/promises';

export interface QuickStart {
  readonly file: string;
  readonly code: string;
  /** What it prints; anything where the page does not say. */
  readonly output: string | undefined;
}

const PAGE = new URL('../../docs/emulators/quick-start.md', import.meta.url);
const BLOCK = /```js (\S+)\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g;

/** The examples of the page, as a reader would copy them. */
export async function quickStarts(): Promise<QuickStart[]> {
  const blocks = (await readFile(PAGE, 'utf8')).matchAll(BLOCK);
  return [...blocks].map(([, file = '', code = '', output]) => ({ file, code, output }));
}
