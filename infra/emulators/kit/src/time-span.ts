import { integer, type ObjectOf, object, optional } from './json-reader.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_SPAN_MS = 100 * 366 * DAY_MS;

const amount = optional(integer(0));
const SHAPE = {
  months: amount,
  days: amount,
  hours: amount,
  minutes: amount,
  seconds: amount,
  milliseconds: amount,
};

/** How far to advance a clock: the sum of all parts, which are whole numbers and default to 0. */
export type TimeSpan = ObjectOf<typeof SHAPE>;

export const readTimeSpan = object(SHAPE);

/** A clock as the control interface reports it. */
export interface ClockReading {
  /** ISO 8601. */
  readonly now: string;
  /** How far the clock is ahead of the system clock. */
  readonly offsetMs: number;
}

export function clockReading(nowMs: number, offsetMs: number): ClockReading {
  return { now: new Date(nowMs).toISOString(), offsetMs };
}

/** The same time of day `months` later, in milliseconds; the 31st becomes the last day of a shorter month. */
export function addMonths(timeMs: number, months: number): number {
  const date = new Date(timeMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

/** The time `span` after `nowMs`, adding months first. Throws a RangeError for an invalid span. */
export function advanced(nowMs: number, span: TimeSpan): number {
  const {
    months = 0,
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
    milliseconds = 0,
  } = readTimeSpan(span, 'the span');
  const clockTime = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS + milliseconds;
  const target = addMonths(nowMs, months) + days * DAY_MS + clockTime;
  if (target - nowMs <= MAX_SPAN_MS) return target;
  throw new RangeError('the span must be at most 100 years');
}
