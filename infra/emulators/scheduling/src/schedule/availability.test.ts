import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookableStarts, slotStarts } from './availability.ts';
import { type EventType, INTRO_CALL } from './event-type.ts';
import { toWallClock } from './time-zone.ts';

const week = { from: new Date('2026-11-23T00:00:00Z'), to: new Date('2026-11-30T00:00:00Z') };

test('offers half-hour slots from nine to five in the host’s zone, Monday to Saturday', () => {
  const starts = slotStarts(INTRO_CALL, week.from, week.to);
  expect(starts).toHaveLength(6 * 16);
  expect(starts[0]?.toISOString()).toBe('2026-11-23T14:00:00.000Z');
  expect(starts.at(-1)?.toISOString()).toBe('2026-11-28T21:30:00.000Z');
});

test('respects the notice period and the horizon', () => {
  const now = new Date('2026-11-23T15:10:00Z');
  const starts = bookableStarts(INTRO_CALL, { from: week.from, to: new Date('2027-06-01T00:00:00Z') }, now);
  expect(starts[0]?.toISOString()).toBe('2026-11-23T17:30:00.000Z');
  expect((starts.at(-1)?.getTime() ?? 0) - now.getTime()).toBeLessThan(60 * 86_400_000);
});

test('keeps the host’s hours in every zone and across clock changes', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const anyRange = fc.record({
    timeZone: fc.constantFrom(...zones),
    from: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
  });
  fc.assert(
    fc.property(anyRange, ({ timeZone, from }) => {
      const eventType: EventType = { ...INTRO_CALL, host: { ...INTRO_CALL.host, timeZone } };
      const to = new Date(from.getTime() + 3 * 86_400_000);
      const starts = slotStarts(eventType, from, to);
      for (const start of starts) {
        const wall = toWallClock(start, timeZone);
        expect(eventType.workingDays).toContain(wall.weekday);
        expect(wall.hour).toBeGreaterThanOrEqual(9);
        expect(wall.hour).toBeLessThan(17);
        expect(start >= from && start < to).toBe(true);
      }
      // Three days in a row contain at least one full working day.
      expect(starts.length).toBeGreaterThanOrEqual(16);
      expect(new Set(starts.map((start) => start.getTime())).size).toBe(starts.length);
    }),
    { numRuns: 60 },
  );
}, 30_000);
