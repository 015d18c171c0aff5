import { findCoupon } from '../../catalogue/coupon.ts';
import { computeDiscountAmounts } from '../../catalogue/coupon-discounts.ts';
import { type Discount, type DiscountAmount, discountWire } from '../../catalogue/discount.ts';
import { customerDiscounts, effectiveDiscounts, forgetUsed } from '../../customers/customer-discount.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { emit } from '../../kinds/objects.ts';
import type { Invoice } from '../billing-entities.ts';
import { exclusiveTax } from '../tax/tax.ts';
import type { InvoiceLine } from './invoice-item.ts';

type Billed = Pick<Invoice, 'currency' | 'customer' | 'id' | 'subscription'> & {
  readonly discounts?: readonly string[] | undefined;
};

/** The lines with the discounts of their invoice. Marks those for one invoice as used by this one. */
export function discountedLines(
  context: Context,
  invoice: Billed,
  lines: readonly InvoiceLine[],
  now: number,
): InvoiceLine[] {
  const discounts = findDiscounts(context, invoice, now);
  const amounts = computeDiscountAmounts(context, discounts, afterOwnDiscounts(lines));
  const used = new Set([...amounts, ...lines.map(partialAmounts)].flat().map(({ discount }) => discount));
  for (const discount of discounts) if (used.has(discount.id)) spend(context, discount, invoice.id);
  for (const discount of listItemDiscounts(context, lines)) spend(context, discount, invoice.id);
  return withAmounts(lines, amounts);
}

/** The discounts of the subscription's items that the lines have used. */
function listItemDiscounts({ store }: Context, lines: readonly InvoiceLine[]): Discount[] {
  const ids = lines.flatMap(({ discount_amounts: taken, discounts = [], invoice_item }) =>
    invoice_item === null ? discounts.filter((id) => taken.some(({ discount }) => discount === id)) : [],
  );
  return [...new Set(ids)].map((id) => requireFound(store.discounts.get(id), `discount ${id}`));
}

/** What the share of a first period that is shorter than others has included already. */
function partialAmounts({ discount_amounts: included, invoice_item, proration }: InvoiceLine) {
  return proration && invoice_item === null ? included : [];
}

/** The invoice's own discounts, or else those of its subscription or customer. */
function findDiscounts(context: Context, invoice: Billed, now: number): Discount[] {
  const { discounts, subscriptions } = context.store;
  if (invoice.discounts !== undefined) {
    return invoice.discounts.map((id) => requireFound(discounts.get(id), `discount ${id}`));
  }
  const subscription = subscriptions.get(invoice.subscription ?? '');
  if (subscription !== undefined) return effectiveDiscounts(context, subscription, now);
  return customerDiscounts(context, invoice, now);
}

/** A discount for one invoice has been used by this one. */
function spend(context: Context, discount: Discount, invoice: string): void {
  if (discount.spentOn === invoice || findCoupon(context, discount.coupon).duration !== 'once') return;
  emit(context, 'customer.discount.deleted', discountWire(discount));
  context.store.discounts.put({ ...discount, spentOn: invoice });
  forgetUsed(context, discount);
}

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

/** The promotion code if there is one, or else the coupon's name. */
export function discountName(
  { store }: Context,
  { coupon, promotion_code }: Pick<Discount, 'coupon' | 'promotion_code'>,
): string {
  const code = store.promotionCodes.get(promotion_code ?? '')?.code;
  return code ?? store.coupons.get(coupon)?.name ?? 'Discount';
}
