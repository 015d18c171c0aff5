import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

/** From how many lines on, and from which part of the shorter file on, two files say the same. */
const FEWEST_LINES = 8;
const SAME_PART = 0.6;

const KIT = 'infra/emulators/kit/';
const paths = (await tracked('infra/emulators/*/src/*.ts')).filter(
  (path) => !/\.test\.ts$|browser-scripts|console\/src\/page/.test(path) && !path.startsWith(KIT),
);
const sources = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
);

/** The lines that say something: neither imports, exports of others, comments nor brackets alone. */
function tellingLines(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Set(
    lines.filter((line) => /\w{2}/.test(line) && !/^(import|export .* from|\/\/|\*|\/\*)/.test(line)),
  );
}

/** The part of the shorter text whose lines the other has too; 0 where there is little to compare. */
function samePart(one: string, other: string): number {
  const [a, b] = [tellingLines(one), tellingLines(other)];
  const fewest = Math.min(a.size, b.size);
  return fewest < FEWEST_LINES ? 0 : [...a].filter((line) => b.has(line)).length / fewest;
}

it('finds a file that stands twice, whatever its imports and comments', () => {
  const lines = Array.from({ length: 10 }, (_, index) => `const value${index} = read(${index});`);
  const one = ["import { read } from './read.ts';", '/** One. */', ...lines].join('\n');
  const other = [
    "import { read } from '../read.ts';",
    ...lines.slice(0, 7),
    'more(1);',
    'more(2);',
    'more(3);',
  ];
  expect(samePart(one, other.join('\n'))).toBeCloseTo(0.7);
  expect(samePart(one, 'const value = 1;')).toBe(0);
});

it('no emulator has a file that another has too', () => {
  const byName = Map.groupBy(sources, ({ path }) => basename(path));
  const twins = [...byName.values()].flatMap((group) =>
    group.flatMap((one, index) =>
      group
        .slice(index + 1)
        .filter((other) => samePart(one.text, other.text) >= SAME_PART)
        .map((other) => `${one.path} and ${other.path}`),
    ),
  );
  expect(twins).toEqual([]);
});

it.each([
  ['reads the environment', /\bprocess\.env\b/, ['infra/emulators/all/src/fixtures.ts']],
  ['listens for signals', /\bprocess\.(?:on|once|addListener)\(/, []],
  ['has control routes', /\/_emulator\b/, []],
  ['escapes HTML', /'&lt;'/, []],
  ['replaces files', /\brename(?:Sync)?\(/, []],
  ['signs webhooks', /`t=\$\{/, []],
] as const)('no emulator %s without the kit', (_what, pattern, exceptions: readonly string[]) => {
  const own = sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(own.filter((path) => !exceptions.includes(path))).toEqual([]);
});
