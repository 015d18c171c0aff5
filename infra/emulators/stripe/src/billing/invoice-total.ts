import { exclusiveTax } from '../pricing/tax.ts';
import type { InvoiceLine } from '../state/billing-entities.ts';
import type { DiscountAmount } from '../state/discount-entities.ts';

/** The lines' total after discounts, with taxes, in the currency's smallest unit. */
export function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.amount - lineDiscount(line) + exclusiveTax(line.taxAmounts),
    0,
  );
}

/** The lines with the discount amounts of each; a proration keeps its own. */
export function withAmounts(
  lines: readonly InvoiceLine[],
  amounts: readonly (readonly DiscountAmount[])[],
): InvoiceLine[] {
  return lines.map((line, index) =>
    line.discountable ? { ...line, discountAmounts: amounts[index] ?? [] } : line,
  );
}

export function lineDiscount({ discountAmounts }: Pick<InvoiceLine, 'discountAmounts'>): number {
  return discountAmounts.reduce((sum, { amount }) => sum + amount, 0);
}
