import { type Recurrence, requirePrice, requireRecurrence } from '../../catalogue/price.ts';
import { nextPeriodEnd, periodAround } from '../../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';

type Priced = Pick<SubscriptionItem, 'price'>;
type InPeriod = Pick<SubscriptionItem, 'current_period_end' | 'current_period_start' | 'price'>;

function findRecurrence({ store }: Context, { price }: Priced): Recurrence {
  return requireRecurrence(requirePrice(store, price));
}

/** When the first of the `items` would end its period if all began one at `now`. */
export function firstEnd(context: Context, items: readonly Priced[], now: number, anchor = now): number {
  return Math.min(...items.map((item) => nextPeriodEnd(anchor, findRecurrence(context, item), now)));
}

/** The items in a period that begins `now` and ends at the anchor, if that is later, or after their interval. */
export function startPeriods<T extends Priced>(
  context: Context,
  items: readonly T[],
  now: number,
  anchor = now,
): (T & InPeriod)[] {
  return items.map((item) => ({
    ...item,
    current_period_start: now,
    current_period_end: anchor > now ? anchor : firstEnd(context, [item], now),
  }));
}

/** The items in a first period that begins `now` and ends as the anchor aligns it. */
export function untilAnchor<T extends Priced>(
  context: Context,
  items: readonly T[],
  now: number,
  anchor: number,
): (T & InPeriod)[] {
  return items.map((item) => ({
    ...item,
    current_period_start: now,
    current_period_end: firstEnd(context, [item], now, anchor),
  }));
}

/** The recurrence of the item that first ends a period that begins `now`. */
export function shortestRecurrence(context: Context, items: readonly Priced[], now: number): Recurrence {
  const [first] = items.toSorted((a, b) => firstEnd(context, [a], now) - firstEnd(context, [b], now));
  return findRecurrence(context, requireFound(first, 'item'));
}

/** The items in the period around `now` that the anchor, which is not later, gives them. */
export function aroundNow<T extends Priced>(
  context: Context,
  items: readonly T[],
  now: number,
  anchor: number,
): (T & InPeriod)[] {
  return items.map((item) => {
    const [start, end] = periodAround(anchor, findRecurrence(context, item), now);
    return { ...item, current_period_start: start, current_period_end: end };
  });
}

/** Whether an item is in a period that the anchor aligns, neither in a trial nor in a shorter first period. */
export function isAligned(context: Context, item: InPeriod, anchor: number): boolean {
  const { current_period_start: start } = item;
  return periodAround(anchor, findRecurrence(context, item), start)[0] === start;
}

/** When the period of an item would have started if it were as long as others. */
export function wholeStart(context: Context, item: InPeriod, anchor: number): number {
  const { current_period_start: start, current_period_end: end } = item;
  if (isAligned(context, item, anchor)) return start;
  // The time from the end of February to that of March is longer than a month from the start.
  return Math.min(start, end - (firstEnd(context, [item], start) - start));
}

/** Whether no interval of the items `before` remains. */
export function changesIntervals(
  context: Context,
  before: readonly SubscriptionItem[],
  after: readonly SubscriptionItem[],
): boolean {
  return !after.some((item) => before.some((other) => sameInterval(context, item, other)));
}

/** Without a restart: new items and those with another interval move to the period of that interval. */
export function moved(
  context: Context,
  before: readonly SubscriptionItem[],
  after: readonly SubscriptionItem[],
  { now, anchor, hasBegun }: { readonly now: number; readonly anchor: number; readonly hasBegun: boolean },
): SubscriptionItem[] {
  return after.flatMap((item) => {
    const had = before.find(({ id }) => id === item.id);
    if (!hasBegun || (had !== undefined && sameInterval(context, had, item))) return [item];
    const beside = before.find((other) => sameInterval(context, other, item));
    if (beside === undefined) return aroundNow(context, [item], now, anchor);
    const { current_period_start, current_period_end } = beside;
    return [{ ...item, current_period_start, current_period_end }];
  });
}

function sameInterval(context: Context, a: Priced, b: Priced): boolean {
  const [one, other] = [findRecurrence(context, a), findRecurrence(context, b)];
  return one.interval === other.interval && one.interval_count === other.interval_count;
}

const DAYS = { day: 1, week: 7 } as const;
const MONTHS = { month: 1, year: 12 } as const;

/** Every interval must be a multiple of the shortest one; months and years are multiples of a day only. */
export function areAligned(recurrences: readonly Recurrence[]): boolean {
  const lengths = recurrences.map(({ interval, interval_count: count }) =>
    interval === 'day' || interval === 'week'
      ? { days: DAYS[interval] * count, months: 0 }
      : { days: 0, months: MONTHS[interval] * count },
  );
  const byDays = lengths.filter(({ days }) => days > 0).map(({ days }) => days);
  const byMonths = lengths.filter(({ months }) => months > 0).map(({ months }) => months);
  const [shortest, others] =
    byDays.length > 0 ? [Math.min(...byDays), byDays] : [Math.min(...byMonths), byMonths];
  const mixes = byDays.length > 0 && byMonths.length > 0;
  return others.every((length) => length % shortest === 0) && (!mixes || shortest === 1);
}

/** A requested end: a time, or the first or last end of a current period. */
export type RequestedEnd = number | 'max_period_end' | 'min_period_end';

export function endAt({ items }: Pick<Subscription, 'items'>, requested: RequestedEnd): number {
  if (typeof requested === 'number') return requested;
  const ends = items.map(({ current_period_end }) => current_period_end);
  return requested === 'min_period_end' ? Math.min(...ends) : Math.max(...ends);
}

/** The items in the period that `now` is in if the subscription starts now, or started at an anchor that has passed. */
export function firstPeriods<T extends Priced>(
  context: Context,
  items: readonly T[],
  now: number,
  anchor: number,
) {
  return anchor > now ? untilAnchor(context, items, now, anchor) : aroundNow(context, items, now, anchor);
}
