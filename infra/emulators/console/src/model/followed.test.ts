import { expect, test } from 'vitest';
import { followed } from './followed.ts';

interface Row {
  readonly id: string;
  readonly text: string;
}

test('forgets the oldest of a service that keeps only the last ones, without reading anew', async () => {
  let rows: Row[] = [
    { id: 'a', text: 'one' },
    { id: 'b', text: 'two' },
  ];
  const asked: string[] = [];
  const following = followed<Row, string>(
    async (since) => {
      asked.push(since);
      return { cursor: 'later', count: 2, rows: since === 'start' ? rows : rows.slice(-1) };
    },
    ({ text }) => text,
    { keepsLast: true },
  );
  await following.follow();
  const before = following.copies;
  expect(following.copies).toBe(before);
  rows = [
    { id: 'b', text: 'two' },
    { id: 'c', text: 'three' },
  ];
  await following.follow();
  expect(following.copies).toEqual(['two', 'three']);
  expect(asked).toEqual(['start', 'later']);
});

test('replaces everything by an answer that has all there is', async () => {
  let rows: Row[] = [
    { id: 'a', text: 'one' },
    { id: 'b', text: 'two' },
  ];
  const following = followed<Row, string>(
    async () => ({ cursor: 'another log', count: rows.length, rows }),
    ({ text }) => text,
    { keepsLast: true },
  );
  await following.follow();
  for (const after of [[{ id: 'a', text: 'of a restarted service' }], []]) {
    rows = after;
    const { version } = following;
    await following.follow();
    expect(following.copies).toEqual(after.map(({ text }) => text));
    expect(following.version).not.toBe(version);
  }
});
