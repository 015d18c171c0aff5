import { exclusiveTax } from '../pricing/tax.ts';
import type { InvoiceLine } from '../state/billing-entities.ts';

/** What lines come to after their discounts and with their taxes, in the smallest unit of the currency. */
export function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce(
    (sum, line) => sum + line.amount - takenOffLine(line) + exclusiveTax(line.taxAmounts),
    0,
  );
}

/** What all discounts together take off a line. */
export function takenOffLine({ discountAmounts }: Pick<InvoiceLine, 'discountAmounts'>): number {
  return discountAmounts.reduce((sum, { amount }) => sum + amount, 0);
}
