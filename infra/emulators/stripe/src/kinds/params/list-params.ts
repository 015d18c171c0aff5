import { object } from './composite.ts';
import type { FormValue } from './form.ts';
import { integer, optional, type Reader, text } from './reader.ts';

export interface ListParams {
  readonly limit: number | undefined;
  readonly starting_after: string | undefined;
  readonly ending_before: string | undefined;
}

export interface TimeRange {
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
}

/** Stripe takes the nearest size that it supports. */
const pageSize: Reader<number> = (value, name) => Math.min(Math.max(integer()(value, name), 1), 100);

/** Fields common to all lists. */
export const listFields = {
  limit: optional(pageSize),
  starting_after: optional(text()),
  ending_before: optional(text()),
} as const;

const rangeFields = object({
  gt: optional(integer()),
  gte: optional(integer()),
  lt: optional(integer()),
  lte: optional(integer()),
});

function readRange(value: FormValue | undefined, name: string): TimeRange {
  if (typeof value !== 'string') return rangeFields(value, name);
  const exact = integer()(value, name);
  return { gte: exact, lte: exact };
}

/** An exact time or a range, in Unix seconds. */
export const timeRange: Reader<TimeRange | undefined> = optional(readRange);

export function inRange(time: number, range: TimeRange | undefined): boolean {
  if (range === undefined) return true;
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
  );
}
