import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAIN_TAX_RATE, type TaxRate } from '../../catalogue/tax-rate.ts';
import type { Loose } from '../../kinds/store/kind-type.ts';
import { computeTaxes, exclusiveTax, inclusiveTax } from './tax.ts';

function rate(percentage: number, inclusive: boolean): Loose<TaxRate> {
  return {
    ...PLAIN_TAX_RATE,
    id: `txr_${percentage}_${inclusive}`,
    created: 0,
    display_name: 'VAT',
    percentage,
    inclusive,
  };
}

describe('computeTaxes', () => {
  it.each([
    [10_000, 19, false, 1900],
    [11_900, 19, true, 1900],
    [999, 8.875, false, 89],
    [50, 1, false, 1],
    [49, 1, false, 0],
    [-50, 1, false, -1],
    [9_007_199_254_740_000, 7.7, false, 693_554_342_614_980],
  ])('calculates the tax on %i at %d %% (inclusive: %s) as %i', (amount, percentage, inclusive, tax) => {
    expect(computeTaxes(amount, [rate(percentage, inclusive)])).toMatchObject([{ amount: tax }]);
  });

  it('extracts inclusive rates together and adds exclusive ones to the net amount', () => {
    const taxes = computeTaxes(12_000, [rate(15, true), rate(5, true), rate(10, false)]);
    expect(taxes.map(({ amount, taxable }) => [amount, taxable])).toEqual([
      [1500, 10_000],
      [500, 10_000],
      [1000, 10_000],
    ]);
    expect([inclusiveTax(taxes), exclusiveTax(taxes)]).toEqual([2000, 1000]);
  });

  it('calculates the tax on a credit as the negated tax on the charge', () => {
    const rates = fc.array(
      fc
        .record({ percentage: fc.integer({ min: 0, max: 1_000_000 }), inclusive: fc.boolean() })
        .map(({ percentage, inclusive }) => rate(percentage / 10_000, inclusive)),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), rates, (amount, given) => {
        const negative = computeTaxes(-amount, given).map((tax) => 0 - tax.amount);
        expect(negative).toEqual(computeTaxes(amount, given).map((tax) => tax.amount));
      }),
    );
  });
});
