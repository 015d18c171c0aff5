import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MUTANTS } from './mutants.ts';

const ROOT = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');

it.each(MUTANTS)(
  'row $row: the source to mutate for "$fault" occurs exactly once, and its test exists',
  ({ file, from, foundBy }) => {
    expect(read(file).split(from)).toHaveLength(2);
    if (foundBy !== undefined) expect(read(foundBy.file)).toContain(foundBy.test);
  },
);

it('every row of the table has a mutant', () => {
  expect(new Set(MUTANTS.map(({ row }) => row))).toEqual(
    new Set(Array.from({ length: 19 }, (_, index) => index + 1)),
  );
});
