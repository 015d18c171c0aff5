import { integer, object, optional } from './json-reader.ts';

const UNITS_MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 };
const MAX_SPAN_MS = 100 * 366 * UNITS_MS.days;

const amount = optional(integer(0));
export const readTimeSpan = object({
  months: amount,
  days: amount,
  hours: amount,
  minutes: amount,
  seconds: amount,
  milliseconds: amount,
});

/** How far to advance a clock: the sum of all parts, which are whole numbers and default to 0. */
export type TimeSpan = ReturnType<typeof readTimeSpan>;

export interface ClockReading {
  /** ISO 8601. */
  readonly now: string;
  /** How far the clock is ahead of the system clock. */
  readonly offsetMs: number;
  /** The last moves, oldest first: when, by the system clock, and how far ahead the clock was from then on. */
  readonly moves?: readonly ClockMove[];
}

export interface ClockMove {
  readonly at: number;
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
  const { months = 0, ...rest } = readTimeSpan(span, 'the span');
  let target = addMonths(nowMs, months);
  for (const [unit, ms] of Object.entries(UNITS_MS)) target += ms * (rest[unit as keyof typeof rest] ?? 0);
  if (target - nowMs <= MAX_SPAN_MS) return target;
  throw new RangeError('the span must be at most 100 years');
}
