import { computeDiscountAmounts } from '../../catalogue/active-discounts.ts';
import type { DiscountAmount } from '../../catalogue/discount.ts';
import { roundedShare } from '../../catalogue/split-in-proportion.ts';
import { effectiveDiscounts } from '../../customers/customer-discount.ts';
import type { Context } from '../../kinds/context.ts';
import { requireFound } from '../../kinds/require.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { isAligned, wholeStart } from '../changes/item-periods.ts';
import type { InvoiceLine } from '../invoices/invoice-line.ts';
import { afterOwnDiscounts, lineDiscount } from '../invoices/invoice-total.ts';
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
export function sharedLines<T extends SubscriptionItem>(
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
