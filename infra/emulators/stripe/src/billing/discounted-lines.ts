import type { Context } from '../context.ts';
import { customerDiscount, effectiveDiscounts, forgetUsed } from '../discounts/customer-discount.ts';
import { findCoupon } from '../discounts/redeemable.ts';
import { discountAmounts } from '../discounts/subscription-discounts.ts';
import { emit } from '../events.ts';
import type { Invoice, InvoiceLine, Subscription } from '../state/billing-entities.ts';
import type { Discount } from '../state/discount-entities.ts';
import { discountWire } from '../wire/discount-wire.ts';
import { afterOwnDiscounts, withAmounts } from './invoice-total.ts';

/** The lines with the subscription's or customer's discounts. Marks those for one invoice as used by this one. */
export function discountedLines(
  context: Context,
  owner: Pick<Invoice, 'currency' | 'customer'> & { readonly subscription: Subscription | undefined },
  lines: readonly InvoiceLine[],
  { invoice, now }: { readonly invoice: string; readonly now: number },
): InvoiceLine[] {
  const discounts = lineDiscounts(context, owner, now);
  if (discounts.length === 0) return [...lines];
  const amounts = discountAmounts(context, discounts, afterOwnDiscounts(lines));
  const used = new Set(amounts.flat().map(({ discount }) => discount));
  for (const discount of discounts) if (used.has(discount.id)) spend(context, discount, invoice);
  return withAmounts(lines, amounts);
}

function lineDiscounts(
  context: Context,
  { subscription, ...owner }: Parameters<typeof discountedLines>[1],
  now: number,
): Discount[] {
  if (subscription !== undefined) return effectiveDiscounts(context, subscription, now);
  const general = customerDiscount(context, owner, now);
  return general === undefined ? [] : [general];
}

/** A discount for one invoice has been used by this one. */
export function spend(context: Context, discount: Discount, invoice: string): void {
  if (findCoupon(context, discount.coupon).duration !== 'once') return;
  emit(context, 'customer.discount.deleted', discountWire(discount));
  context.store.discounts.put({ ...discount, spentOn: invoice });
  forgetUsed(context, discount);
}
