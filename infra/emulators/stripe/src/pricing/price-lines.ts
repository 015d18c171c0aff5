import type { Context } from '../context.ts';
import { couponDiscounts } from '../discounts/coupon-discounts.ts';
import { findCoupon, type Purchase } from '../discounts/redeemable.ts';
import { requireFound, requirePrice } from '../lookup/require.ts';
import type { CheckoutSession, LineItem, SessionDiscount } from '../state/checkout-entities.ts';
import type { TaxAmount } from '../state/tax-entities.ts';
import { automaticRates, buyerAtCheckout } from './automatic-tax.ts';
import { computeCost, isMetered } from './price-cost.ts';
import { computeShippingCost, type ShippingCost, taxedShipping } from './shipping-cost.ts';
import { computeTaxes, exclusiveTax, inclusiveTax } from './tax.ts';

export interface PricedLine {
  readonly item: LineItem;
  readonly product: string;
  readonly subtotal: number;
  readonly discount: number;
  /** Ids of the rates behind `taxes`. */
  readonly taxRates: readonly string[];
  readonly taxes: readonly TaxAmount[];
}

interface Conditions {
  readonly discount: SessionDiscount | null;
  readonly isTrial: boolean;
  /** The rates of items that have none of their own. */
  readonly taxRates?: readonly string[] | undefined;
}

/** What each line costs today: zero if a trial comes first. */
function pricedLines(
  context: Context,
  { lineItems }: CheckoutSession,
  { discount, isTrial, taxRates = [] }: Conditions,
): PricedLine[] {
  const lines = lineItems.map((item) => {
    const price = requirePrice(context.store, item.price);
    const isFree = isTrial && price.recurring !== null;
    return {
      item,
      product: price.product,
      subtotal: isFree || isMetered(price) ? 0 : computeCost(price, item.quantity),
    };
  });
  const discountable = lines.map(({ product, subtotal }) => ({
    product,
    amount: subtotal,
    discountable: true,
  }));
  const off = discount === null ? [] : couponDiscounts(discountable, findCoupon(context, discount.coupon));
  return lines.map((line, index) => {
    const taken = off[index] ?? 0;
    const { taxRates: own = [], automaticRates: standard = taxRates } = line.item;
    const ids = own.length > 0 ? own : standard;
    const rates = ids.map((id) => requireFound(context.store.taxRates.get(id), `tax rate ${id}`));
    return { ...line, discount: taken, taxRates: ids, taxes: computeTaxes(line.subtotal - taken, rates) };
  });
}

type Amounts = Pick<CheckoutSession, 'amountDiscount' | 'amountTax' | 'amountTotal' | 'exclusiveTax'>;

function sumAmounts(lines: readonly PricedLine[], shipping: ShippingCost | null): Amounts {
  const amountSubtotal = lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const amountDiscount = lines.reduce((sum, { discount }) => sum + discount, 0);
  const taxes = [...lines.flatMap((line) => line.taxes), ...(shipping?.taxes ?? [])];
  const onTop = exclusiveTax(taxes);
  return {
    amountDiscount,
    amountTotal: amountSubtotal - amountDiscount + (shipping?.rate.amount ?? 0) + onTop,
    amountTax: inclusiveTax(taxes) + onTop,
    exclusiveTax: onTop,
  };
}

export function priceLines(context: Context, session: CheckoutSession): PricedLine[] {
  const isTrial = session.options.trial !== null;
  return pricedLines(context, session, {
    discount: session.discount,
    isTrial,
    taxRates: session.options.defaultTaxRates,
  });
}

/** The session's one-time items and its recurring ones. */
export function splitByRecurrence({ store }: Context, { lineItems }: CheckoutSession) {
  const recurs = ({ price }: LineItem) => requirePrice(store, price).recurring !== null;
  return { recurring: lineItems.filter(recurs), once: lineItems.filter((item) => !recurs(item)) };
}

/** The session with its current line and discount amounts. */
export function repriced(context: Context, session: CheckoutSession): CheckoutSession {
  const placed = session.options.automaticTax
    ? { ...session, lineItems: taxedItems(context, session), ...taxedShipping(context, session) }
    : session;
  return { ...placed, ...sumAmounts(priceLines(context, placed), computeShippingCost(context, placed)) };
}

function taxedItems(context: Context, session: CheckoutSession): LineItem[] {
  const buyer = buyerAtCheckout(context, session);
  return session.lineItems.map((item) => ({
    ...item,
    automaticRates: automaticRates(context, buyer, requirePrice(context.store, item.price)),
  }));
}

/** What coupon rules look at; a trial counts with the price that follows it. */
export function toPurchase(context: Context, session: CheckoutSession): Purchase {
  const lines = pricedLines(context, session, { discount: null, isTrial: false });
  return {
    customer: session.customer,
    currency: session.currency ?? '',
    amount: lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
    products: lines.map(({ product }) => product),
  };
}
