import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  addDays,
  addMonths,
  dayName,
  monthName,
  sameDayIn,
  shortDayName,
  toMonth,
  toWeekday,
  weeksIn,
} from './browser-scripts/dates.ts';
import { dateIn, groupByDate, rangeIn, timeIn, visitorZone } from './browser-scripts/zoned-times.ts';

beforeAll(() => vi.stubEnv('TZ', 'America/New_York'));
afterAll(() => vi.unstubAllEnvs());

const anyDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('formats day and month names', () => {
  expect(dayName('2026-11-23')).toBe('Monday, November 23');
  expect(shortDayName('2026-11-23')).toBe('Mon, Nov 23');
  expect(monthName('2026-11')).toBe('November 2026');
});

test('lays out a month in weeks that start on Sunday, each day once and under its weekday', () => {
  fc.assert(
    fc.property(anyDate, (date) => {
      const weeks = weeksIn(toMonth(date));
      const days = weeks.flat().filter((day) => day !== null);
      expect(days).toContain(date);
      expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? '', index)));
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        week.forEach((day, column) => {
          if (day !== null) expect(toWeekday(day)).toBe(column);
        });
      }
    }),
  );
});

test('adds months and clamps the day to the target month', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(sameDayIn('2027-02', '2027-01-31')).toBe('2027-02-28');
  expect(sameDayIn('2027-03', '2027-01-31')).toBe('2027-03-31');
});

test('formats times in the visitor’s own zone as Intl does', () => {
  const zone = visitorZone();
  expect(zone).toBe('America/New_York');
  const date = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone });
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone });
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      (instant) => {
        expect(dateIn(zone, instant.toISOString())).toBe(date.format(instant));
        expect(timeIn(zone, instant.toISOString())).toBe(time.format(instant).replace(/\s/gu, ' '));
      },
    ),
  );
});

test('formats an instant in the visitor’s zone', () => {
  const start = '2026-11-23T21:30:00.000Z';
  expect(timeIn('America/New_York', start)).toBe('4:30 PM');
  expect(timeIn('Asia/Kolkata', start)).toBe('3:00 AM');
  expect(dateIn('Asia/Kolkata', start)).toBe('2026-11-24');
  expect(rangeIn('UTC', start, '2026-11-23T22:00:00.000Z')).toBe(
    '9:30 PM – 10:00 PM, Monday, November 23, 2026',
  );
  expect(groupByDate('Asia/Kolkata', ['2026-11-23T17:00:00.000Z', start])).toEqual(
    new Map([
      ['2026-11-23', ['2026-11-23T17:00:00.000Z']],
      ['2026-11-24', [start]],
    ]),
  );
});
