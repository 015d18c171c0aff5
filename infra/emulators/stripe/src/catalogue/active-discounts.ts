import type { Context } from '../kinds/context.ts';
import { findCoupon } from './coupon.ts';
import { couponDiscounts, type Discountable } from './coupon-discounts.ts';
import type { Discount, DiscountAmount } from './discount.ts';

/** Discounts of a subscription or an item that are still in effect at `now`, in order. */
export function activeDiscounts(
  { store }: Context,
  { discounts = [] }: { readonly discounts?: readonly string[] },
  now: number,
): Discount[] {
  return discounts.flatMap((id) => {
    const discount = store.discounts.get(id);
    if (discount === undefined || discount.spentOn !== null) return [];
    return discount.end === null || discount.end > now ? [discount] : [];
  });
}

/** Each line's discount amounts. Discounts apply in sequence, each to what the previous one left. */
export function computeDiscountAmounts(
  context: Context,
  discounts: readonly Discount[],
  lines: readonly Discountable[],
): DiscountAmount[][] {
  const amounts = lines.map((): DiscountAmount[] => []);
  let left = lines;
  for (const { id, coupon } of discounts) {
    const off = couponDiscounts(left, findCoupon(context, coupon));
    for (const [index, amount] of off.entries())
      if (amount > 0) amounts[index]?.push({ discount: id, amount });
    left = left.map((line, index) => ({ ...line, amount: line.amount - (off[index] ?? 0) }));
  }
  return amounts;
}

/** One total per discount over all lines. */
export function summedDiscounts(amounts: readonly DiscountAmount[]): DiscountAmount[] {
  const sums = new Map<string, number>();
  for (const { discount, amount } of amounts) sums.set(discount, (sums.get(discount) ?? 0) + amount);
  return Array.from(sums, ([discount, amount]) => ({ amount, discount }));
}
