import { exclusiveTax } from '../pricing/tax.ts';
import type { InvoiceLine } from '../state/billing-entities.ts';

/** The lines' total after discounts, with taxes, in the currency's smallest unit. */
export function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.amount - lineDiscount(line) + exclusiveTax(line.taxAmounts),
    0,
  );
}

export function lineDiscount({ discountAmounts }: Pick<InvoiceLine, 'discountAmounts'>): number {
  return discountAmounts.reduce((sum, { amount }) => sum + amount, 0);
}
