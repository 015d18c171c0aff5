import { addMonths as addMonthsMs } from '@outharbor/emulator-kit/time-span';

/** How long a period is. */
export interface Period {
  readonly interval: 'day' | 'month' | 'week' | 'year';
  readonly interval_count: number;
}

export const SECONDS_A_DAY = 86_400;

/** The same time of day `months` later, in Unix seconds; the 31st becomes the last day of a shorter month. */
export function addMonths(time: number, months: number): number {
  return addMonthsMs(time * 1000, months) / 1000;
}

/** The time `times` periods after `anchor`. */
function addPeriods(
  anchor: number,
  { interval, interval_count: intervalCount }: Period,
  times: number,
): number {
  const count = intervalCount * times;
  switch (interval) {
    case 'day':
      return anchor + count * SECONDS_A_DAY;
    case 'week':
      return anchor + count * 7 * SECONDS_A_DAY;
    case 'month':
      return addMonths(anchor, count);
    case 'year':
      return addMonths(anchor, count * 12);
  }
}

/** The first period end after `time`. Counts from the anchor, either way, so a short month does not lose the 31st. */
export function nextPeriodEnd(anchor: number, recurrence: Period, time: number): number {
  return addPeriods(anchor, recurrence, periodsUntil(anchor, recurrence, time));
}

/** Start and end of the period that contains `time`. */
export function periodAround(anchor: number, recurrence: Period, time: number): [number, number] {
  const times = periodsUntil(anchor, recurrence, time);
  return [addPeriods(anchor, recurrence, times - 1), addPeriods(anchor, recurrence, times)];
}

function periodsUntil(anchor: number, recurrence: Period, time: number): number {
  let times = 1;
  while (addPeriods(anchor, recurrence, times - 1) > time) times -= 1;
  while (addPeriods(anchor, recurrence, times) <= time) times += 1;
  return times;
}
