import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

/** Files with fewer significant lines are not compared. */
const MIN_LINES = 8;
const MAX_OVERLAP = 0.6;

const KIT = 'infra/emulators/kit/';
const paths = (await tracked('infra/emulators/*/src/*.ts')).filter(
  (path) => !/\.test\.ts$|browser-scripts|console\/src\/page/.test(path) && !path.startsWith(KIT),
);
const sources = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
);

/** Lines other than imports, re-exports, comments and lone brackets. */
function significantLines(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Set(
    lines.filter((line) => /\w{2}/.test(line) && !/^(import|export .* from|\/\/|\*|\/\*)/.test(line)),
  );
}

/** The share of the shorter file's lines that the other file has too; 0 for short files. */
function overlap(one: string, other: string): number {
  const [a, b] = [significantLines(one), significantLines(other)];
  const shorter = Math.min(a.size, b.size);
  return shorter < MIN_LINES ? 0 : [...a].filter((line) => b.has(line)).length / shorter;
}

it('detects duplicated files, ignoring imports and comments', () => {
  const lines = Array.from({ length: 10 }, (_, index) => `const value${index} = read(${index});`);
  const one = ["import { read } from './read.ts';", '/** One. */', ...lines].join('\n');
  const other = [
    "import { read } from '../read.ts';",
    ...lines.slice(0, 7),
    'more(1);',
    'more(2);',
    'more(3);',
  ];
  expect(overlap(one, other.join('\n'))).toBeCloseTo(0.7);
  expect(overlap(one, 'const value = 1;')).toBe(0);
});

it('no two emulators have nearly the same file', () => {
  const byName = Map.groupBy(sources, ({ path }) => basename(path));
  const duplicates = [...byName.values()].flatMap((group) =>
    group.flatMap((one, index) =>
      group
        .slice(index + 1)
        .filter((other) => overlap(one.text, other.text) >= MAX_OVERLAP)
        .map((other) => `${one.path} and ${other.path}`),
    ),
  );
  expect(duplicates).toEqual([]);
});

it.each([
  ['reads the environment', /\bprocess\.env\b/, ['infra/emulators/all/src/fixtures.ts']],
  ['listens for signals', /\bprocess\.(?:on|once|addListener)\(/, []],
  ['defines the control path', /\/_emulator\b/, []],
  ['escapes HTML', /'&lt;'/, []],
  ['replaces files', /\brename(?:Sync)?\(/, []],
  ['signs webhooks', /`t=\$\{/, []],
] as const)('no emulator %s without the kit', (_action, pattern, exceptions: readonly string[]) => {
  const found = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(found.filter((path) => !exceptions.includes(path))).toEqual([]);
});
