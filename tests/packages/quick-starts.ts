import { readFile } from 'node:fs/promises';

export interface QuickStart {
  readonly file: string;
  readonly code: string;
  /** What it prints; anything where the page does not say. */
  readonly output: string | undefined;
}

const PAGES = ['quick-start.md', 'parallel-tests.md'];
const BLOCK = /```js (\S+)\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g;

/** The examples of the pages, as a reader would copy them. */
export async function quickStarts(): Promise<QuickStart[]> {
  const texts = await Promise.all(
    PAGES.map((page) => readFile(new URL(`../../docs/emulators/${page}`, import.meta.url), 'utf8')),
  );
  const blocks = texts.flatMap((text) => [...text.matchAll(BLOCK)]);
  return blocks.map(([, file = '', code = '', output]) => ({ file, code, output }));
}
