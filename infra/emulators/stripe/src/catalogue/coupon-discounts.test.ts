import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Loose } from '../kinds/store/kind-type.ts';
import { type Coupon, PLAIN_COUPON } from './coupon.ts';
import { couponDiscounts } from './coupon-discounts.ts';

const COUPON: Loose<Coupon> = { ...PLAIN_COUPON, id: 'C', created: 0 };

const line = (amount: number, product = 'prod_a', discountable = true) => ({ amount, product, discountable });
const sum = (amounts: readonly number[]) => amounts.reduce((whole, amount) => whole + amount, 0);

describe('coupon discount', () => {
  it('rounds half a cent of a percentage up, line by line', () => {
    expect(couponDiscounts([line(999), line(1001)], { ...COUPON, percent_off: 50 })).toEqual([500, 501]);
    expect(couponDiscounts([line(10_000)], { ...COUPON, percent_off: 33.33 })).toEqual([3333]);
  });

  it('splits an amount across the lines and never exceeds their total', () => {
    const off = { ...COUPON, amount_off: 100, currency: 'usd' };
    expect(couponDiscounts([line(100), line(200)], off)).toEqual([33, 67]);
    expect(couponDiscounts([line(30), line(20)], off)).toEqual([30, 20]);
  });

  it('skips credits, prorations and other products', () => {
    const lines = [line(-500), line(500, 'prod_a', false), line(500, 'prod_b'), line(500)];
    expect(
      couponDiscounts(lines, { ...COUPON, percent_off: 100, applies_to: { products: ['prod_a'] } }),
    ).toEqual([0, 0, 0, 500]);
  });

  it('adds up to the cent for any lines', () => {
    const lines = fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 99_999_999 }), (amounts, amountOff) => {
        const parts = couponDiscounts(
          amounts.map((amount) => line(amount)),
          { ...COUPON, amount_off: amountOff },
        );
        expect(sum(parts)).toBe(Math.min(amountOff, sum(amounts)));
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(amounts[index] ?? 0);
        }
      }),
      { numRuns: 100 },
    );
  });
});
