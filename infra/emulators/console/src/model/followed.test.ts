import { expect, test } from 'vitest';
import { Followed } from './followed.ts';

interface Row {
  readonly id: string;
  readonly text: string;
}

test('reads only what changed, and everything anew once something is gone', async () => {
  let rows: Row[] = [
    { id: 'a', text: 'one' },
    { id: 'b', text: 'two' },
  ];
  let changed = rows;
  const asked: string[] = [];
  const followed = new Followed<Row, string>(
    async (since) => {
      asked.push(since);
      return { cursor: String(asked.length), count: rows.length, rows: since === 'start' ? rows : changed };
    },
    ({ text }) => text,
  );
  await followed.follow();
  changed = [];
  const { version } = followed;
  await followed.follow();
  expect(followed.version).toBe(version);

  rows = [
    { id: 'a', text: 'three' },
    { id: 'b', text: 'two' },
  ];
  changed = rows.slice(0, 1);
  await followed.follow();
  expect([...followed.copies]).toEqual(['three', 'two']);

  rows = rows.slice(1);
  changed = [];
  await followed.follow();
  expect([...followed.copies]).toEqual(['two']);
  expect(asked).toEqual(['start', '1', '2', '3', 'start']);
});
