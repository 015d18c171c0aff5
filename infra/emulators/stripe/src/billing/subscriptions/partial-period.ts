import { computeDiscountAmounts } from '../../catalogue/coupon-discounts.ts';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import { requirePrice, requireRecurrence } from '../../catalogue/price.ts';
import { effectiveDiscounts } from '../../customers/customer-discount.ts';
import { nextPeriodEnd } from '../../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { roundedShare } from '../../kinds/money.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { isAligned, wholeStart } from '../changes/item-periods.ts';
import { afterOwnDiscounts, lineDiscount } from '../invoices/discounted-lines.ts';
import type { InvoiceLine } from '../invoices/invoice-item.ts';
import { periodLines } from './period-lines.ts';

/** The cost of periods that start `now`, which are shorter than others unless the anchor aligns their start. */
export function partialLines(
  context: Context,
  subscription: Subscription,
  prorates: boolean,
  now: number,
): InvoiceLine[] {
  const lines = sharedLines(context, subscription, now, (item) =>
    periodShare(context, item, subscription.billing_cycle_anchor),
  );
  if (prorates) return lines;
  return lines.map((line) => (line.proration ? { ...line, amount: 0, discount_amounts: [] } : line));
}

type Periods<T> = Omit<Subscription, 'items'> & { readonly items: readonly T[] };

/** The cost of periods, of each of them the share that `findShare` gives, if any. */
function sharedLines<T extends SubscriptionItem>(
  context: Context,
  subscription: Periods<T>,
  now: number,
  findShare: (item: T) => Share | null,
): InvoiceLine[] {
  const lines = periodLines(context, subscription, now);
  const discounts = computeDiscountAmounts(
    context,
    effectiveDiscounts(context, subscription, now),
    afterOwnDiscounts(lines),
  );
  return lines.map((line, index) => {
    const found = subscription.items.find(({ id }) => id === line.subscription_item);
    const item = requireFound(found, `item ${line.subscription_item}`);
    const share = findShare(item);
    if (share === null) return line;
    const taken = [...line.discount_amounts, ...(discounts[index] ?? [])];
    return { ...line, ...shared(subscription, line.amount, taken, share) };
  });
}

export type Share = (amount: number) => number;

/** What part of an amount for a whole period the item's current period costs; null if it is a whole one. */
export function periodShare(
  context: Context,
  item: Pick<SubscriptionItem, 'current_period_end' | 'current_period_start' | 'price'>,
  anchor: number,
): Share | null {
  if (isAligned(context, item, anchor)) return null;
  const { current_period_start: start, current_period_end: end } = item;
  const whole = end - wholeStart(context, item, anchor);
  return (amount) => roundedShare(amount, end - start, whole);
}

/** Like other prorations, it costs a share of the discounted price, and names its discounts. */
function shared(
  { flexible }: Pick<Subscription, 'flexible'>,
  cost: number,
  discounts: readonly DiscountAmount[],
  share: Share,
): Pick<InvoiceLine, 'amount' | 'discount_amounts' | 'discountable' | 'proration'> {
  const amount = share(cost - lineDiscount({ discount_amounts: discounts }));
  const itemizes = flexible?.proration_discounts === 'itemized';
  const named = discounts.map(({ discount, amount: off }) => ({
    discount,
    amount: itemizes ? share(off) : 0,
  }));
  const off = lineDiscount({ discount_amounts: named });
  return { amount: amount + off, discount_amounts: named, proration: true, discountable: false };
}

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

/** With when each period would have ended if the current one had not begun. */
function* elapsedPeriods(
  context: Context,
  { start_date }: Subscription,
  item: SubscriptionItem,
  until: number,
): Generator<SubscriptionItem & { readonly wholeEnd: number }> {
  const recurrence = requireRecurrence(requirePrice(context.store, item.price));
  for (let start = start_date; start < until; ) {
    const wholeEnd = nextPeriodEnd(start_date, recurrence, start);
    const end = Math.min(wholeEnd, until);
    yield { ...item, current_period_start: start, current_period_end: end, wholeEnd };
    start = end;
  }
}
