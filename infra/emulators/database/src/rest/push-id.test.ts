import { expect, test } from 'vitest';
import { PushIds } from './push-id.ts';

test('generates 20-character ids that sort by creation time, even within one millisecond', () => {
  const ids = new PushIds();
  const made = [1, 1, 1, 2, 1_700_000_000_000, 1_700_000_000_000].map((now) => ids.next(now));
  expect(made.every((id) => /^[-0-9A-Z_a-z]{20}$/.test(id))).toBe(true);
  expect(made).toEqual(made.toSorted());
  expect(new Set(made).size).toBe(made.length);
});
