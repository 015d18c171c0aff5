import { readFile } from 'node:fs/promises';

export interface ExampleFile {
  readonly name: string;
  readonly code: string;
}

/** A section of a page. Its last file is the one to run. */
export interface Example {
  readonly title: string;
  readonly files: readonly [ExampleFile, ...ExampleFile[]];
  /** The expected output; undefined if the page does not state it. */
  readonly output: string | undefined;
}

export const PAGES = [
  '../README.md',
  'quick-start.md',
  'parallel-tests.md',
  'sdks.md',
  'faults-and-time.md',
  'https.md',
  'from-other-tools.md',
];

const SECTION = /^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm;
const FILE = /^```[a-z]+ (\S+)\n([\s\S]*?)^```$/gm;
const OUTPUT = /^```text\n([\s\S]*?)^```$/m;

/** The examples on a page of `infra/emulators/docs`, as a reader would copy them. */
export async function readExamples(page: string): Promise<Example[]> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(SECTION)].flatMap(([, title = '', section = '']) => {
    const [first, ...rest] = [...section.matchAll(FILE)].map(([, name = '', code = '']) => ({ name, code }));
    if (first === undefined) return [];
    return [{ title, files: [first, ...rest] as const, output: OUTPUT.exec(section)?.[1] }];
  });
}

/** The file to run. */
export const programOf = ({ files }: Example): string => (files.at(-1) ?? files[0]).name;

/** Whether it needs the packages of `support/toolchains/test-tools.ts`. */
export function needsTestTools({ files }: Example): boolean {
  return files.some(
    ({ name, code }) => name.startsWith('__tests__/') || /from '(next|@playwright\/test)'/.test(code),
  );
}

/** Whether Node.js and the packages installed in this repository are enough. */
export function isPlain(example: Example): boolean {
  return example.files.every(({ name }) => /\.(mjs|test\.ts)$/.test(name)) && !needsTestTools(example);
}
