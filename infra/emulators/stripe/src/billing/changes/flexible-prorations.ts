import type { Debit } from './credited-items.ts';
import { isFree, missingFrom, type PricedPeriod, type Proration, part, remainder } from './prorate.ts';

interface Items {
  readonly previous: readonly PricedPeriod[];
  readonly next: readonly PricedPeriod[];
}

interface Moment {
  readonly time: number;
  /** A new item then gets a free line. */
  readonly onTrial: boolean;
}

/** Credits what was charged for items that end or change, whatever they cost now. */
export function flexibleProrations(
  debits: readonly Debit[],
  { previous, next }: Items,
  { time, onTrial }: Moment,
): Proration[] {
  const ended = new Set(
    missingFrom(next, previous)
      .filter((item) => !next.some((other) => isExtended(item, other)))
      .map(({ id }) => id),
  );
  const credits = debits.filter(({ id }) => ended.has(id)).map((debit) => creditFor(debit, time));
  const begun = missingFrom(previous, next).filter(({ period_end }) => period_end > time);
  const billed = begun.filter((item) => !isFree(item) || (onTrial && item.quantity > 0));
  const unpaidSince = (item: PricedPeriod) =>
    previous.find((other) => isExtended(other, item))?.period_end ?? time;
  return [...credits, ...billed.map((item) => remainder(item, unpaidSince(item)))];
}

/** Whether `after` is the same item in a period that only ends later. */
function isExtended(before: PricedPeriod, after: PricedPeriod): boolean {
  const { period_start, period_end } = after;
  if (period_end <= before.period_end) return false;
  return missingFrom([{ ...before, period_start, period_end }], [after]).length === 0;
}

function creditFor(debit: Debit, time: number): Proration {
  const span = [Math.max(debit.period_start, time), debit.until] as const;
  return { ...part('unused', debit, debit.amount, span), credited: debit.reference };
}
