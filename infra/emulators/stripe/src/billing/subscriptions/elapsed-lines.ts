import { requirePrice, requireRecurrence } from '../../catalogue/price.ts';
import { roundedShare } from '../../catalogue/split-in-proportion.ts';
import { nextPeriodEnd } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import type { InvoiceLine } from '../invoices/invoice-line.ts';
import { sharedLines } from './partial-period.ts';

/**
 * The cost of a backdated subscription from its start until a later time: a line for each of the periods
 * between, the last of them prorated; in classic billing mode a single line. Discounts apply to each period.
 */
export function elapsedLines(context: Context, subscription: Subscription, until: number): InvoiceLine[] {
  const periods = subscription.items.flatMap((item) => [
    ...elapsedPeriods(context, subscription, item, until),
  ]);
  const starts = [...new Set(periods.map(({ current_period_start }) => current_period_start))];
  const lines = starts.flatMap((start) => {
    const items = periods.filter(({ current_period_start }) => current_period_start === start);
    return sharedLines(
      context,
      { ...subscription, trial_end: null, items },
      start,
      ({ current_period_end: end, wholeEnd }) =>
        (amount) =>
          roundedShare(amount, end - start, wholeEnd - start),
    );
  });
  if (subscription.flexible !== undefined) return lines;
  return subscription.items.flatMap(({ id }) => {
    const [first, ...others] = lines.filter(({ subscription_item }) => subscription_item === id);
    if (first === undefined) return [];
    const amount = others.reduce((sum, line) => sum + line.amount, first.amount);
    return [{ ...first, amount, period_end: until }];
  });
}

interface ElapsedPeriod extends SubscriptionItem {
  /** When the period would have ended if the current one had not begun. */
  readonly wholeEnd: number;
}

function* elapsedPeriods(
  context: Context,
  { start_date }: Subscription,
  item: SubscriptionItem,
  until: number,
): Generator<ElapsedPeriod> {
  const recurrence = requireRecurrence(requirePrice(context.store, item.price));
  for (let start = start_date; start < until; ) {
    const wholeEnd = nextPeriodEnd(start_date, recurrence, start);
    const end = Math.min(wholeEnd, until);
    yield { ...item, current_period_start: start, current_period_end: end, wholeEnd };
    start = end;
  }
}
