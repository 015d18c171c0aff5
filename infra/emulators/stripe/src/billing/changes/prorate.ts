import type { DiscountAmount } from '../../catalogue/discount.ts';
import { roundedShare } from '../../kinds/money.ts';
import { lineDiscount } from '../invoices/discounted-lines.ts';
import type { CreditedItems } from '../invoices/invoice-item.ts';

export interface PricedPeriod {
  readonly id: string;
  readonly price: string;
  /** In the currency's smallest unit; 0 during a trial. */
  readonly unit_amount: number;
  /** The price of the whole period, before discounts. */
  readonly cost: number;
  readonly quantity: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly period_start: number;
  readonly period_end: number;
  readonly tax_rates?: readonly string[];
}

export interface Proration {
  readonly kind: 'remaining' | 'unused';
  readonly item: PricedPeriod;
  /** After discounts; negative for a credit, as are its discounts. */
  readonly amount: number;
  readonly discount_amounts: readonly DiscountAmount[];
  readonly start: number;
  readonly end: number;
  /** The charge that a credit is for, if known. */
  readonly credited?: CreditedItems | undefined;
}

/**
 * Prorates to the second and rounds each line, half a cent in favor of the customer. `after` excludes items whose
 * period restarts: they are billed in full.
 */
export function prorate(
  before: readonly PricedPeriod[],
  after: readonly PricedPeriod[],
  time: number,
): Proration[] {
  const unused = missingFrom(after, before).map((item) =>
    part('unused', item, item.cost, [time, item.period_end]),
  );
  const remaining = missingFrom(before, after).map((item) => remainder(item, time));
  return [...unused, ...remaining].filter(({ item }) => !isFree(item));
}

/** The `items` that cost something else, or nothing, among the `others`. */
export function missingFrom(
  others: readonly PricedPeriod[],
  items: readonly PricedPeriod[],
): readonly PricedPeriod[] {
  return items.filter((item) => !others.some((candidate) => costsTheSame(item, candidate)));
}

function costsTheSame(a: PricedPeriod, b: PricedPeriod): boolean {
  return (
    a.id === b.id &&
    a.price === b.price &&
    a.cost === b.cost &&
    a.quantity === b.quantity &&
    a.period_start === b.period_start &&
    a.period_end === b.period_end
  );
}

export const isFree = (item: PricedPeriod) => item.cost === lineDiscount(item);

/** The charge for an item from `time` to the end of its period. */
export function remainder(item: PricedPeriod, time: number): Proration {
  return part('remaining', item, item.cost, [time, item.period_end]);
}

/** What a charge of `amount` costs, or returns, from `start` to `end`. */
export function part(
  kind: Proration['kind'],
  item: PricedPeriod,
  amount: number,
  [start, end]: readonly [number, number],
): Proration {
  const { period_start, period_end, discount_amounts } = item;
  const isCredit = kind === 'unused';
  const share = (whole: number) => {
    const value = roundedShare(whole, end - start, period_end - period_start, isCredit ? 'up' : 'down');
    return isCredit ? 0 - value : value;
  };
  return {
    kind,
    item,
    amount: share(amount - lineDiscount(item)),
    discount_amounts: discount_amounts.map(({ discount, amount: off }) => ({ discount, amount: share(off) })),
    start,
    end,
  };
}
