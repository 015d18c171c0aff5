import { describe, expect, it } from 'vitest';
import { nextPeriodEnd } from './calendar.ts';

const at = (text: string) => Date.parse(`${text}T12:00:00Z`) / 1000;

describe('the end of a period', () => {
  it('returns to the last day of the month after a short month', () => {
    const monthly = { interval: 'month', interval_count: 1 } as const;
    const ends = ['2027-01-31', '2027-02-28', '2027-03-31'].map((day) =>
      nextPeriodEnd(at('2027-01-31'), monthly, at(day)),
    );
    expect(ends).toEqual([at('2027-02-28'), at('2027-03-31'), at('2027-04-30')]);
  });

  it.each([
    ['day', 3, '2027-01-04'],
    ['week', 2, '2027-01-15'],
    ['year', 1, '2028-01-01'],
  ] as const)('is correct for interval %s and count %i', (interval, intervalCount, end) => {
    expect(
      nextPeriodEnd(at('2027-01-01'), { interval, interval_count: intervalCount }, at('2027-01-01')),
    ).toBe(at(end));
  });
});
