import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { decisionRecords, INDEX, withRows } from './decision-index.ts';

const records = await decisionRecords();

it('has every decision record in one form, under a number of its own', () => {
  expect(records.filter(({ row }) => row === undefined).map(({ name }) => name)).toEqual([]);
  expect(new Set(records.map(({ name }) => name.slice(0, 4))).size).toBe(records.length);
});

it('lists every record; `node scripts/decision-index.ts` writes the list', async () => {
  const index = await readFile(INDEX, 'utf8');
  expect(index).toBe(withRows(index, records));
});
