import { describe, expect, it } from 'vitest';
import { addMonths, nextPeriodEnd } from './calendar.ts';

const at = (text: string) => Date.parse(`${text}T12:00:00Z`) / 1000;

describe('months', () => {
  it.each([
    ['2027-01-15', 1, '2027-02-15'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-11-30', 3, '2028-02-29'],
    ['2027-12-31', 12, '2028-12-31'],
  ])('%s and %i more', (from, months, to) => {
    expect(addMonths(at(from), months)).toBe(at(to));
  });
});

describe('period ends', () => {
  it('come back to the last day after a short month', () => {
    const monthly = { interval: 'month', intervalCount: 1 } as const;
    const ends = ['2027-01-31', '2027-02-28', '2027-03-31'].map((day) =>
      nextPeriodEnd(at('2027-01-31'), monthly, at(day)),
    );
    expect(ends).toEqual([at('2027-02-28'), at('2027-03-31'), at('2027-04-30')]);
  });

  it.each([
    ['day', 3, '2027-01-04'],
    ['week', 2, '2027-01-15'],
    ['year', 1, '2028-01-01'],
  ] as const)('every %s times %i', (interval, intervalCount, end) => {
    expect(nextPeriodEnd(at('2027-01-01'), { interval, intervalCount }, at('2027-01-01'))).toBe(at(end));
  });
});
