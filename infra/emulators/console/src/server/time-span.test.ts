import { expect, test } from 'vitest';
import { millisecondsOf } from './time-span.ts';

test.each([
  ['a day', { days: 1, months: 0 }, '2026-02-28T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
  ['a month', { days: 0, months: 1 }, '2026-11-20T10:00:00.000Z', '2026-12-20T10:00:00.000Z'],
  [
    'a month across the new year',
    { days: 0, months: 1 },
    '2026-12-20T10:00:00.000Z',
    '2027-01-20T10:00:00.000Z',
  ],
  [
    'a month into a shorter one',
    { days: 0, months: 1 },
    '2027-01-31T10:00:00.000Z',
    '2027-02-28T10:00:00.000Z',
  ],
  ['both', { days: 2, months: 1 }, '2027-01-31T10:00:00.000Z', '2027-03-02T10:00:00.000Z'],
])('adds %s', (_name, span, from, to) => {
  const now = new Date(from);
  expect(new Date(now.getTime() + millisecondsOf(span, now)).toISOString()).toBe(to);
});
