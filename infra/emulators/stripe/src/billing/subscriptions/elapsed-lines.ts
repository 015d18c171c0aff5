import { nextPeriodEnd } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { requirePrice, requireRecurrence } from '../../kinds/require.ts';
import type { InvoiceLine, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { roundedShare } from '../changes/prorate.ts';
import { sharedLines } from './partial-period.ts';

/**
 * The cost of a backdated subscription from its start until a later time: a line for each of the periods
 * between, the last of them prorated; in classic billing mode a single line. Discounts apply to each period.
 */
export function elapsedLines(context: Context, subscription: Subscription, until: number): InvoiceLine[] {
  const periods = subscription.items.flatMap((item) => [
    ...elapsedPeriods(context, subscription, item, until),
  ]);
  const starts = [...new Set(periods.map(({ currentPeriodStart }) => currentPeriodStart))];
  const lines = starts.flatMap((start) => {
    const items = periods.filter(({ currentPeriodStart }) => currentPeriodStart === start);
    return sharedLines(
      context,
      { ...subscription, trialEnd: null, items },
      start,
      ({ currentPeriodEnd: end, wholeEnd }) =>
        (amount) =>
          roundedShare(amount, end - start, wholeEnd - start),
    );
  });
  if (subscription.flexible !== undefined) return lines;
  return subscription.items.flatMap(({ id }) => {
    const [first, ...others] = lines.filter(({ subscriptionItem }) => subscriptionItem === id);
    if (first === undefined) return [];
    const amount = others.reduce((sum, line) => sum + line.amount, first.amount);
    return [{ ...first, amount, periodEnd: until }];
  });
}

interface ElapsedPeriod extends SubscriptionItem {
  /** When the period would have ended if the current one had not begun. */
  readonly wholeEnd: number;
}

function* elapsedPeriods(
  context: Context,
  { created, startDate = created }: Subscription,
  item: SubscriptionItem,
  until: number,
): Generator<ElapsedPeriod> {
  const recurrence = requireRecurrence(requirePrice(context.store, item.price));
  for (let start = startDate; start < until; ) {
    const wholeEnd = nextPeriodEnd(startDate, recurrence, start);
    const end = Math.min(wholeEnd, until);
    yield { ...item, currentPeriodStart: start, currentPeriodEnd: end, wholeEnd };
    start = end;
  }
}
