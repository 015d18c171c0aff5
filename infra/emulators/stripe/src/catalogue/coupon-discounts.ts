import type { Context } from '../kinds/context.ts';
import { splitInProportion } from '../kinds/money.ts';
import type { Loose } from '../kinds/store/kind-type.ts';
import { type Coupon, findCoupon } from './coupon.ts';
import type { Discount, DiscountAmount } from './discount.ts';

/** A line that a coupon may apply to; amounts in the currency's smallest unit. */
interface Discountable {
  readonly amount: number;
  readonly product: string | null;
  readonly discountable: boolean;
}

/** The discount on each line, in order; zero where the coupon does not apply. Lines never become negative. */
export function couponDiscounts(lines: readonly Discountable[], coupon: Loose<Coupon>): number[] {
  const amounts = lines.map((line) => (applies(line, coupon) ? line.amount : 0));
  if (coupon.percent_off !== null)
    return amounts.map((amount) => takePercent(amount, coupon.percent_off ?? 0));
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  return splitInProportion(Math.min(coupon.amount_off ?? 0, whole), amounts);
}

function applies(
  { amount, product, discountable }: Discountable,
  { applies_to: appliesTo }: Loose<Coupon>,
): boolean {
  if (!discountable || amount <= 0) return false;
  return appliesTo == null || (product !== null && appliesTo.products.includes(product));
}

/** Rounds half a cent up. Stripe's percentages have at most two decimal places. */
function takePercent(amount: number, percent: number): number {
  return Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000);
}

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
