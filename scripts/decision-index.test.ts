import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { decisionRecords, INDEX, withRows } from './decision-index.ts';

const records = await decisionRecords();

it('every decision record has the standard format and a unique number', () => {
  expect(records.filter(({ row }) => row === undefined).map(({ name }) => name)).toEqual([]);
  expect(new Set(records.map(({ name }) => name.slice(0, 4))).size).toBe(records.length);
});

it('the index lists every record (run `node scripts/decision-index.ts` to update it)', async () => {
  const index = await readFile(INDEX, 'utf8');
  expect(index).toBe(withRows(index, records));
});
