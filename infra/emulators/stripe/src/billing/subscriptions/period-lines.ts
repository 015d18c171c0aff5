import { activeDiscounts, computeDiscountAmounts } from '../../catalogue/coupon-discounts.ts';
import { type Price, requirePrice } from '../../catalogue/price.ts';
import { type CostPart, costParts, isMetered } from '../../catalogue/price-cost.ts';
import type { Product } from '../../catalogue/product.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { newId } from '../../kinds/objects.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import type { InvoiceLine } from '../invoices/invoice-item.ts';
import { findTaxRates } from '../tax/line-taxes.ts';

/** The cost of the current period. Usage is billed in arrears, so it has a line of 0. */
export function periodLines(context: Context, subscription: Subscription, now: number): InvoiceLine[] {
  const { items, trial_end } = subscription;
  const free = trial_end !== null && trial_end > now;
  return newestFirst(items).flatMap((item) => {
    const found = pricedItem(context, subscription, item);
    if (free) return [freeLine(found)];
    return isMetered(found.price)
      ? [
          partLine(found, {
            ...requireFound(costParts(found.price, 0)[0], 'the first tier'),
            amount: 0,
            quantity: 0,
          }),
        ]
      : linesFor(context, found, item.quantity, now);
  });
}

/** The order of an invoice's lines; what was added at once stays in its order. */
const newestFirst = (items: readonly SubscriptionItem[]) => items.toSorted((a, b) => b.created - a.created);

/** The cost of the next period, and of the usage in the one that `ended`. */
export function renewalLines(
  context: Context,
  subscription: Subscription,
  ended: readonly SubscriptionItem[],
  now: number,
): InvoiceLine[] {
  return newestFirst(subscription.items).flatMap((item) => {
    if (!isMetered(requirePrice(context.store, item.price))) {
      return periodLines(context, { ...subscription, items: [item] }, now);
    }
    const former = ended.find(({ id }) => id === item.id);
    if (former === undefined) return [];
    return itemUsage(context, subscription, { ...former, price: item.price }, now);
  });
}

/** The usage of the current period so far, if it costs anything. */
export function usageLines(context: Context, subscription: Subscription, now: number): InvoiceLine[] {
  const metered = subscription.items.filter((item) => isMetered(requirePrice(context.store, item.price)));
  const lines = metered.flatMap((item) => itemUsage(context, subscription, item, now));
  return lines.some(({ amount }) => amount !== 0) ? lines : [];
}

export function itemUsage(
  context: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  now: number,
): InvoiceLine[] {
  const { trial_end } = subscription;
  const current_period_end = Math.min(item.current_period_end, now);
  const found = pricedItem(context, subscription, { ...item, current_period_end });
  const used = usageIn(context, subscription, item, now);
  if (trial_end !== null && item.current_period_start < trial_end) {
    return [{ ...freeLine(found), quantity: used }];
  }
  const lines = linesFor(context, found, used, now);
  const billed = billedInPeriod(item)?.amount ?? 0;
  return billed === 0 ? lines : [...lines, billedLine(found, billed)];
}

/** What threshold invoices have billed in the current period of an item. */
export function billedInPeriod({ billedUsage, current_period_start }: SubscriptionItem) {
  return billedUsage?.period_start === current_period_start ? billedUsage : undefined;
}

/** Takes off what threshold invoices have billed, as the tiers of a price go on in the same period. */
function billedLine(found: PricedItem, amount: number): InvoiceLine {
  const off = { amount: -amount, quantity: 1, unit_amount: -amount, discountable: false };
  return { ...toLine(found), ...off, description: `Amount previously billed for ${found.product.name}` };
}

/** What a metered item used in its current period, up to and including the second `now`. */
export function usageIn(
  context: Context,
  { customer }: Pick<Subscription, 'customer'>,
  item: SubscriptionItem,
  now: number,
): number {
  const earlier = billedInPeriod(item);
  const used = measuredIn(context, customer, item, now);
  return earlier?.amount === null ? Math.max(0, used - earlier.quantity) : used;
}

function measuredIn(context: Context, customer: string, item: SubscriptionItem, now: number): number {
  const price = requirePrice(context.store, item.price);
  const end = Math.min(item.current_period_end, now + 1);
  const used = { customer, item: item.id, start: item.current_period_start, end };
  const amounts = context.installed.usage.map(({ measure }) => measure(context, price, used));
  return amounts.find((amount) => amount !== undefined) ?? 0;
}

interface PricedItem {
  readonly subscription: Subscription;
  readonly item: SubscriptionItem;
  readonly price: Price;
  readonly product: Product;
}

function pricedItem({ store }: Context, subscription: Subscription, item: SubscriptionItem): PricedItem {
  const price = requirePrice(store, item.price, subscription.currency);
  const product = requireFound(store.products.get(price.product), `product ${price.product}`);
  return { subscription, item, price, product };
}

/** The lines of an item, with its own discounts. */
function linesFor(context: Context, found: PricedItem, quantity: number, now: number): InvoiceLine[] {
  const lines = costParts(found.price, quantity).map((part) => partLine(found, part));
  const active = activeDiscounts(context, found.item, now);
  if (active.length === 0) return lines;
  const amounts = computeDiscountAmounts(context, active, lines);
  const discounts = active.map(({ id }) => id);
  return lines.map((line, index) => ({ ...line, discounts, discount_amounts: amounts[index] ?? [] }));
}

function partLine(found: PricedItem, part: CostPart): InvoiceLine {
  const { price, product } = found;
  const each = `at ${unitPrice(price, part.unit_amount)} / ${describeInterval(price)}`;
  const rate = part.tier === null ? each : `Tier ${part.tier} ${each}`;
  const what = part.isFlat ? product.name : `${counted(product, part.quantity)} × ${product.name}`;
  return { ...toLine(found), ...pickAmounts(part), description: `${what} (${rate})` };
}

const pickAmounts = ({ amount, quantity, unit_amount }: CostPart) => ({ amount, quantity, unit_amount });

/** `3 seat`. */
function counted({ unit_label }: Product, quantity: number): string {
  return unit_label === null ? `${quantity}` : `${quantity} ${unit_label}`;
}

/** With all decimal places of the price, and those of a package for its size. */
function unitPrice({ currency, transform_quantity }: Price, amount: number): string {
  const price = money(amount, currency, { maximumFractionDigits: 14 });
  return transform_quantity === null ? price : `${price} per ${transform_quantity.divide_by}`;
}

/** `month`, `every 3 months`. */
function describeInterval({ recurring }: Price): string {
  const { interval, interval_count } = recurring ?? { interval: 'month', interval_count: 1 };
  return interval_count === 1 ? interval : `every ${interval_count} ${interval}s`;
}

function freeLine(found: PricedItem): InvoiceLine {
  const { item, product, subscription } = found;
  const description =
    subscription.flexible === undefined
      ? `Trial period for ${product.name}`
      : `Free trial for ${item.quantity} × ${product.name}`;
  return { ...toLine(found), amount: 0, description, quantity: item.quantity, unit_amount: 0 };
}

type Part = 'amount' | 'description' | 'quantity' | 'unit_amount';

function toLine({ item, price, subscription }: PricedItem): Omit<InvoiceLine, Part> {
  return {
    ...ofPeriod(subscription, item, price),
    id: newId('il'),
    invoice_item: null,
    metadata: null,
    discount_amounts: [],
    period_end: item.current_period_end,
  };
}

/** What is billed of an item for its current period. */
export function ofPeriod(subscription: Subscription, item: SubscriptionItem, price: Price) {
  return {
    price: price.id,
    product: price.product,
    subscription: subscription.id,
    subscription_item: item.id,
    proration: false,
    credited_items: null,
    discountable: true,
    tax_rates: findTaxRates(subscription, item),
    period_start: item.current_period_start,
  };
}

/**
 * Whether a new subscription measures all that it bills: in flexible billing mode it then starts without an invoice
 * (docs.stripe.com/billing/invoices/subscription).
 */
export function startsUnbilled(
  { store }: Context,
  { flexible, items, trial_end }: Pick<Subscription, 'flexible' | 'items' | 'trial_end'>,
): boolean {
  const isFree = flexible !== undefined && trial_end === null;
  return isFree && items.every(({ price }) => isMetered(requirePrice(store, price)));
}
