import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { decisionRecords, FOLDERS, indexFile, withRows } from './decision-index.ts';

const houses = await Promise.all(
  FOLDERS.map(async (folder) => ({ folder, records: await decisionRecords(folder) })),
);

it('every decision record has the standard format and a unique number', () => {
  const records = houses.flatMap((house) => house.records);
  expect(records.filter(({ row }) => row === undefined).map(({ name }) => name)).toEqual([]);
  expect(new Set(records.map(({ name }) => name.slice(0, 4))).size).toBe(records.length);
});

it.each(houses)(
  'the index of $folder lists every record (npx node scripts/decision-index.ts updates it)',
  async ({ folder, records }) => {
    const index = await readFile(indexFile(folder), 'utf8');
    expect(index).toBe(withRows(index, records));
  },
);
