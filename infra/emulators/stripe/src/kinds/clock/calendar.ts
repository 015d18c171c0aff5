import { addMonths as addMonthsMs } from '@outharbor/emulator-kit/time-span';
import { rejected } from '../../description/api-error.ts';

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
function addPeriods(anchor: number, { interval, interval_count }: Period, times: number): number {
  const count = interval_count * times;
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

/** A date in UTC; undefined parts of the time of day are those of the creation. */
export interface AnchorDate {
  readonly day_of_month: number;
  /** From 1 to 12. */
  readonly month?: number | undefined;
  readonly hour?: number | undefined;
  readonly minute?: number | undefined;
  readonly second?: number | undefined;
}

/** Leap days can be eight years apart. */
const STEPS = 8 * 12;

/**
 * The next such date, in Unix seconds. If its month has no such day, it is a later one, at the interval of the
 * price, that has: all periods are counted from it, so that they end on the last day of short months only.
 */
export function anchorAt(date: AnchorDate, recurrence: Period, now: number): number {
  const start = new Date(now * 1000);
  const first = findMonth(date, start, (month) => inMonth(date, start, month) >= now, 1);
  if (first === undefined) throw new RangeError(`no month ${date.month}`);
  const months = recurrence.interval === 'year' ? 12 : 1;
  const step = months * recurrence.interval_count;
  const whole = findMonth({}, start, (month) => daysIn(start, month) >= date.day_of_month, step, first);
  return inMonth(date, start, whole ?? first);
}

/** The first suitable month at a distance of `step` months, counted from January of the start's year. */
function findMonth(
  { month }: Pick<AnchorDate, 'month'>,
  start: Date,
  suits: (month: number) => boolean,
  step: number,
  from = start.getUTCMonth(),
): number | undefined {
  const months = Array.from({ length: STEPS }, (_, index) => from + index * step);
  return months.find((at) => (month === undefined || at % 12 === month - 1) && suits(at));
}

function daysIn(start: Date, month: number): number {
  return new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
}

function inMonth(date: AnchorDate, start: Date, month: number): number {
  const day = Math.min(date.day_of_month, daysIn(start, month));
  const hour = date.hour ?? start.getUTCHours();
  const minute = date.minute ?? start.getUTCMinutes();
  const second = date.second ?? start.getUTCSeconds();
  return Date.UTC(start.getUTCFullYear(), month, day, hour, minute, second) / 1000;
}

const FIVE_YEARS_OF_SECONDS = 5 * 365 * SECONDS_A_DAY;

/** A moment at which something stops to be redeemable. */
export function rejectPast(moment: number | undefined, now: number, param: string): void {
  if (moment === undefined || moment > now) return;
  throw rejected(
    `The parameter \`${param}\` expects a unix timestamp representing a date and time in the future. You specified the value \`${moment}\` which is in the past.`,
    { param },
  );
}

export function rejectFarFuture(moment: number | undefined, now: number, param: string): void {
  if (moment === undefined || moment - now <= FIVE_YEARS_OF_SECONDS) return;
  throw rejected('Invalid timestamp: can be no more than five years in the future', param);
}

const LONGEST_TRIAL_DAYS = 730;

export function checkTrialEnd(end: number, now: number): void {
  rejectPast(end, now, 'trial_end');
  rejectFarFuture(end, now, 'trial_end');
  if (end - now <= LONGEST_TRIAL_DAYS * SECONDS_A_DAY) return;
  throw rejected(`The maximum number of trial period days is ${LONGEST_TRIAL_DAYS} (2 years).`, 'trial_end');
}
