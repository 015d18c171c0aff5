import type { Context } from '../context.ts';
import { couponOf } from '../discounts/redeemable.ts';
import { activeDiscounts, discountAmounts } from '../discounts/subscription-discounts.ts';
import { emit } from '../events.ts';
import type { InvoiceLine, Subscription } from '../state/billing-entities.ts';
import type { Discount } from '../state/discount-entities.ts';
import { discountWire } from '../wire/discount-wire.ts';
import { afterOwnDiscounts, withAmounts } from './invoice-total.ts';

/** The lines with the subscription's discounts. Marks one-invoice discounts as used by this invoice. */
export function discountedLines(
  context: Context,
  subscription: Subscription,
  lines: readonly InvoiceLine[],
  { invoice, now }: { readonly invoice: string; readonly now: number },
): InvoiceLine[] {
  const discounts = activeDiscounts(context, subscription, now);
  const amounts = discountAmounts(context, discounts, afterOwnDiscounts(lines));
  const used = new Set(amounts.flat().map(({ discount }) => discount));
  for (const discount of discounts) if (used.has(discount.id)) spend(context, discount, invoice);
  return withAmounts(lines, amounts);
}

function spend(context: Context, discount: Discount, invoice: string): void {
  if (couponOf(context, discount.coupon).duration !== 'once') return;
  emit(context, 'customer.discount.deleted', discountWire(discount));
  context.store.discounts.put({ ...discount, spentOn: invoice });
}
