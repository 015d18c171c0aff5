import type { Context } from '../context.ts';
import type { InvoiceLine, Subscription, SubscriptionItem } from '../state/billing-entities.ts';
import { aroundNow, firstEnd } from './item-periods.ts';
import { periodLines } from './period-lines.ts';
import { roundedShare } from './prorate.ts';

/** The cost of periods that start `now`, which are shorter than others unless the anchor aligns their start. */
export function partialLines(
  context: Context,
  subscription: Subscription,
  prorates: boolean,
  now: number,
): InvoiceLine[] {
  return subscription.items.flatMap((item) => {
    const lines = periodLines(context, { ...subscription, items: [item] }, now);
    if (startsWhole(context, subscription, item, now)) return lines;
    const left = item.currentPeriodEnd - now;
    // From the end of February to that of March is longer than a month from now.
    const whole = Math.max(left, firstEnd(context, [item], now) - now);
    return lines.map((line) => {
      const amount = prorates ? roundedShare(line.amount, left, whole) : 0;
      return { ...line, amount, proration: true, discountable: false };
    });
  });
}

function startsWhole(context: Context, subscription: Subscription, item: SubscriptionItem, now: number) {
  const [around] = aroundNow(context, [item], now, subscription.billingCycleAnchor);
  return around?.currentPeriodStart === now;
}
