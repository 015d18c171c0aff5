import type { Context } from '../context.ts';
import { effectiveDiscounts } from '../discounts/customer-discount.ts';
import { discountAmounts } from '../discounts/subscription-discounts.ts';
import { requireFound } from '../lookup/require.ts';
import type { InvoiceLine, Subscription } from '../state/billing-entities.ts';
import type { DiscountAmount } from '../state/discount-entities.ts';
import { lineDiscount } from './invoice-total.ts';
import { isAligned, wholeStart } from './item-periods.ts';
import { periodLines } from './period-lines.ts';
import { roundedShare } from './prorate.ts';

/** The cost of periods that start `now`, which are shorter than others unless the anchor aligns their start. */
export function partialLines(
  context: Context,
  subscription: Subscription,
  prorates: boolean,
  now: number,
): InvoiceLine[] {
  const lines = periodLines(context, subscription, now);
  const discounts = discountAmounts(context, effectiveDiscounts(context, subscription, now), lines);
  return lines.map((line, index) => {
    const found = subscription.items.find(({ id }) => id === line.subscriptionItem);
    const item = requireFound(found, `item ${line.subscriptionItem}`);
    if (isAligned(context, item, subscription.billingCycleAnchor)) return line;
    if (!prorates) return { ...line, amount: 0, proration: true, discountable: false };
    const { currentPeriodEnd: end } = item;
    const whole = end - wholeStart(context, item, subscription.billingCycleAnchor);
    const share = (amount: number) => roundedShare(amount, end - now, whole);
    return { ...line, ...shared(subscription, line.amount, discounts[index] ?? [], share) };
  });
}

/** Like other prorations, it costs a share of the discounted price, and names its discounts. */
function shared(
  { flexible }: Subscription,
  cost: number,
  discounts: readonly DiscountAmount[],
  share: (amount: number) => number,
): Pick<InvoiceLine, 'amount' | 'discountAmounts' | 'discountable' | 'proration'> {
  const amount = share(cost - lineDiscount({ discountAmounts: discounts }));
  const itemizes = flexible?.prorationDiscounts === 'itemized';
  const named = discounts.map(({ discount, amount: off }) => ({
    discount,
    amount: itemizes ? share(off) : 0,
  }));
  const off = lineDiscount({ discountAmounts: named });
  return { amount: amount + off, discountAmounts: named, proration: true, discountable: false };
}
