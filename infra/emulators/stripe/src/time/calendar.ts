import type { Recurrence } from '../state/catalogue-entities.ts';

const SECONDS_A_DAY = 86_400;

/** The same moment `months` later; the day is cut to the last of a shorter month. */
export function addMonths(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** The moment `times` periods after `anchor`. */
function addPeriods(anchor: number, { interval, intervalCount }: Recurrence, times: number): number {
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

/** The first period end after `time`. Counted from the anchor, so that the 31st comes back after a short month. */
export function nextPeriodEnd(anchor: number, recurrence: Recurrence, time: number): number {
  let times = 1;
  while (addPeriods(anchor, recurrence, times) <= time) times += 1;
  return addPeriods(anchor, recurrence, times);
}
