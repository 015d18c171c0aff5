import type { DiscountAmount } from '../../catalogue/discount.ts';
import { exclusiveTax } from '../tax/tax.ts';
import type { InvoiceLine } from './invoice-line.ts';

/** The lines' total after discounts, with taxes, in the currency's smallest unit. */
export function addTotal(lines: readonly InvoiceLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.amount - lineDiscount(line) + exclusiveTax(line.tax_amounts),
    0,
  );
}

/** The lines with the discount amounts of each; a proration keeps its own. */
export function withAmounts(
  lines: readonly InvoiceLine[],
  amounts: readonly (readonly DiscountAmount[])[],
): InvoiceLine[] {
  return lines.map((line, index) =>
    line.discountable
      ? { ...line, discount_amounts: [...ownAmounts(line), ...(amounts[index] ?? [])] }
      : line,
  );
}

/** What the line's own discounts take off. */
function ownAmounts({ discount_amounts, discounts = [] }: Discounted): readonly DiscountAmount[] {
  return discount_amounts.filter(({ discount }) => discounts.includes(discount));
}

/** The lines as the discounts of the invoice find them. */
export function afterOwnDiscounts(lines: readonly InvoiceLine[]): readonly InvoiceLine[] {
  return lines.map((line) => ({ ...line, amount: netAmount(line) }));
}

/** The line's amount after its own discounts. */
export function netAmount(line: InvoiceLine): number {
  return line.amount - lineDiscount({ discount_amounts: ownAmounts(line) });
}

type Discounted = Pick<InvoiceLine, 'discount_amounts' | 'discounts'>;

export function lineDiscount({ discount_amounts }: Pick<InvoiceLine, 'discount_amounts'>): number {
  return discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
}
