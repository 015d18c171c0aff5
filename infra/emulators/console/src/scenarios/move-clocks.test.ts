import { advanced, clockReading, type TimeSpan } from '@outharbor/emulator-kit/time-span';
import { expect, test, vi } from 'vitest';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { moveClocks } from './move-clocks.ts';
import { settled } from './settled.ts';

function servicesAt(start: string) {
  const moved: string[] = [];
  let now = Date.parse(start);
  const service = {
    clock: async () => clockReading(now, 0),
    advanceTime: async (span: TimeSpan) => {
      now = advanced(now, span);
      moved.push(new Date(now).toISOString().slice(0, 10));
    },
    settle: async () => void moved.push('settled'),
  };
  const still = {
    clock: async () => clockReading(0, 0),
    advanceTime: async () => undefined,
    settle: async () => undefined,
  };
  const running = { stripe: true, scheduling: true };
  return { moved, targets: { stripe: service, scheduling: still, running } as unknown as ConsoleTargets };
}

test('moves a year month by month to the same day, delivers in each, and tells how far it is', async () => {
  const { moved, targets } = servicesAt('2028-01-31T12:00:00Z');
  const told: string[] = [];
  await moveClocks(targets, { days: 0, months: 12 }, (what, done, of) => told.push(`${what} ${done}/${of}`));
  expect(moved.slice(0, 3)).toEqual(['2028-02-29', 'settled', '2028-03-31']);
  expect(moved.slice(-2)).toEqual(['2029-01-31', 'settled']);
  expect([told[0], told[11]]).toEqual(['Moving the clocks 0/12', 'Moving the clocks 11/12']);
});

test.each([
  [{ days: 1, months: 0 }, ['2028-02-01']],
  [{ days: 70, months: 0 }, ['2028-03-01', '2028-03-31', '2028-04-10']],
  [{ days: 2, months: 1 }, ['2028-02-29', '2028-03-02']],
])('moves by %o in steps of at most a month', async (span, days) => {
  const { moved, targets } = servicesAt('2028-01-31T12:00:00Z');
  await moveClocks(targets, span, () => undefined);
  expect(moved).toEqual(days.flatMap((day) => [day, 'settled']));
});

test('says which webhooks fail, for the clock has moved all the same', async () => {
  const { targets } = servicesAt('2028-01-31T12:00:00Z');
  const reason =
    'POST settle answered 424: 2 webhook deliveries fail: evt_1.we_1, invoice.paid to http://x (answered 500)';
  Object.assign(targets.stripe, { settle: () => Promise.reject(new Error(reason)) });
  expect(await moveClocks(targets, { days: 1, months: 0 }, () => undefined)).toBe(
    ' But 2 of its webhooks fail, first invoice.paid to http://x (answered 500). Webhooks, filtered by failing, shows them.',
  );
});

test('does not wait for a server that hangs', async () => {
  vi.useFakeTimers();
  const { targets } = servicesAt('2028-01-31T12:00:00Z');
  Object.assign(targets.stripe, { settle: () => new Promise(() => undefined) });
  const told = settled(targets);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await told).toContain('still being delivered');
  vi.useRealTimers();
});
