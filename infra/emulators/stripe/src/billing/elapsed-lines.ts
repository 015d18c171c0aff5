import type { Context } from '../context.ts';
import { requirePrice, requireRecurrence } from '../lookup/require.ts';
import type { InvoiceLine, Subscription, SubscriptionItem } from '../state/billing-entities.ts';
import { nextPeriodEnd } from '../time/calendar.ts';
import { periodLines } from './period-lines.ts';
import { roundedShare } from './prorate.ts';

/**
 * The cost of a backdated subscription from its start until a later time: a line for each of the periods
 * between, the last of them prorated; in classic billing mode a single line.
 */
export function elapsedLines(context: Context, subscription: Subscription, until: number): InvoiceLine[] {
  return subscription.items.flatMap((item) => {
    const lines = [...elapsedPeriods(context, subscription, item, until)];
    const [first] = lines;
    if (subscription.flexible !== undefined || first === undefined) return lines;
    const amount = lines.reduce((sum, line) => sum + line.amount, 0);
    return [{ ...first, amount, periodEnd: until }];
  });
}

function* elapsedPeriods(
  context: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  until: number,
): Generator<InvoiceLine> {
  const { startDate = subscription.created } = subscription;
  const recurrence = requireRecurrence(requirePrice(context.store, item.price));
  for (let start = startDate; start < until; ) {
    const whole = nextPeriodEnd(startDate, recurrence, start);
    const end = Math.min(whole, until);
    const period = { ...item, currentPeriodStart: start, currentPeriodEnd: end };
    for (const line of periodLines(context, { ...subscription, trialEnd: null, items: [period] }, start)) {
      const amount = roundedShare(line.amount, end - start, whole - start);
      yield { ...line, amount, proration: true, discountable: false };
    }
    start = end;
  }
}
