import type { Loose } from '../kinds/store/kind-type.ts';
import type { Coupon } from './coupon.ts';
import { splitInProportion } from './split-in-proportion.ts';

/** A line that a coupon may apply to; amounts in the currency's smallest unit. */
export interface Discountable {
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
