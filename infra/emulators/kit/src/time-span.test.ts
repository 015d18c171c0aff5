import { expect, it } from 'vitest';
import { addMonths, advanced } from './time-span.ts';

const at = (text: string) => Date.parse(text);

it.each([
  ['2027-01-15', 1, '2027-02-15'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2027-12-31', 12, '2028-12-31'],
])('%s plus %i months is %s', (from, months, to) => {
  expect(addMonths(at(`${from}T12:00:00Z`), months)).toBe(at(`${to}T12:00:00Z`));
});

it('adds all parts of a span, months first', () => {
  const span = { months: 1, days: 2, hours: 3, minutes: 4, seconds: 5, milliseconds: 6 };
  expect(new Date(advanced(at('2027-01-31T10:00:00Z'), span)).toISOString()).toBe('2027-03-02T13:04:05.006Z');
  expect(advanced(5, {})).toBe(5);
});

it.each([
  [{ days: -1 }, 'the span.days must be an integer of at least 0'],
  [{ seconds: 0.5 }, 'the span.seconds must be an integer of at least 0'],
  [{ ms: 1 }, 'the span must not have "ms"'],
  [{ months: 1300 }, 'the span must be at most 100 years'],
  [{ milliseconds: Number.MAX_SAFE_INTEGER }, 'the span must be at most 100 years'],
  [{ months: Number.MAX_SAFE_INTEGER }, 'the span must be at most 100 years'],
])('rejects %j', (span, message) => {
  expect(() => advanced(Date.now(), span as object)).toThrow(new RangeError(message));
});
