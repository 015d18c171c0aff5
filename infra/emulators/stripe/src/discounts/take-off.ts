import type { Coupon } from '../state/discount-entities.ts';

/** What a coupon is taken off from; amounts in the smallest unit of the currency. */
export interface Discountable {
  readonly amount: number;
  readonly product: string | null;
  readonly discountable: boolean;
}

/** What `coupon` takes off each line, in their order; zero where it does not apply. Nothing becomes negative. */
export function takenOff(lines: readonly Discountable[], coupon: Coupon): number[] {
  const amounts = lines.map((line) => (applies(line, coupon) ? line.amount : 0));
  if (coupon.percentOff !== null) return amounts.map((amount) => percentOf(amount, coupon.percentOff ?? 0));
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  return shared(amounts, Math.min(coupon.amountOff ?? 0, whole), whole);
}

function applies({ amount, product, discountable }: Discountable, { products }: Coupon): boolean {
  if (!discountable || amount <= 0) return false;
  return products === null || (product !== null && products.includes(product));
}

/** Whole cents; half a cent is rounded up. Hundredths of a percent are the finest that Stripe has. */
function percentOf(amount: number, percent: number): number {
  return Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000);
}

/** `off` by the shares that the amounts have in `whole`, so that the parts add up to it. */
function shared(amounts: readonly number[], off: number, whole: number): number[] {
  let amountsLeft = whole;
  let offLeft = off;
  return amounts.map((amount) => {
    if (amount === 0) return 0;
    const part = Math.round((offLeft * amount) / amountsLeft);
    amountsLeft -= amount;
    offLeft -= part;
    return part;
  });
}
