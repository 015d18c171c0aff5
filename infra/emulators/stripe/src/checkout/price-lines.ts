import { firstEnd, firstPeriods } from '../billing/changes/item-periods.ts';
import { chooseAnchor } from '../billing/subscriptions/billing-cycle-anchor.ts';
import { periodShare, type Share } from '../billing/subscriptions/partial-period.ts';
import { automaticRates } from '../billing/tax/automatic-tax.ts';
import { computeTaxes, exclusiveTax, inclusiveTax } from '../billing/tax/tax.ts';
import { findCoupon } from '../catalogue/coupon.ts';
import { couponDiscounts } from '../catalogue/coupon-discounts.ts';
import { PLAIN_PRICE, type Price, requirePrice } from '../catalogue/price.ts';
import { costParts, isMetered } from '../catalogue/price-cost.ts';
import type { Purchase } from '../catalogue/redeemable.ts';
import type { TaxAmount } from '../catalogue/tax-rate.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import type { Loose } from '../kinds/store/kind-type.ts';
import type { Store } from '../kinds/store/store.ts';
import { buyerAtCheckout } from './buyer-at-checkout.ts';
import type { CheckoutSession, LineItem, SessionDiscount } from './checkout-entities.ts';
import { computeShippingCost, type ShippingCost, taxedShipping } from './shipping-cost.ts';

export interface PricedLine {
  readonly item: LineItem;
  /** In the currency of the purchase. */
  readonly price: Price;
  readonly product: string;
  readonly subtotal: number;
  readonly discount: number;
  /** Ids of the rates behind `taxes`. */
  readonly tax_rates: readonly string[];
  readonly taxes: readonly TaxAmount[];
}

interface Conditions {
  readonly discount: SessionDiscount | null;
  /** What part of a recurring price is due today. */
  readonly dueShare: (price: string) => Share;
  /** The rates of items that have none of their own. */
  readonly tax_rates?: readonly string[] | undefined;
}

/** What each line costs today. */
export function pricedLines(
  context: Context,
  { currency, customer, line_items }: Pick<CheckoutSession, 'currency' | 'customer' | 'line_items'>,
  { discount, dueShare, tax_rates = [] }: Conditions,
): PricedLine[] {
  const { tax_exempt } = context.store.customers.get(customer ?? '') ?? {};
  const parts = line_items.flatMap((item) => wholeParts(context, item, { currency, dueShare }));
  const off = discount === null ? [] : couponDiscounts(parts, findCoupon(context, discount.coupon));
  // Like the lines of an invoice, each part is rounded by itself.
  const priced = parts.map(({ id, amount, share }, index) => {
    const subtotal = share(amount);
    return { id, subtotal, discount: subtotal - share(amount - (off[index] ?? 0)) };
  });
  return line_items.map((item) => {
    const own = priced.filter(({ id }) => id === item.id);
    const subtotal = own.reduce((sum, part) => sum + part.subtotal, 0);
    const taken = own.reduce((sum, part) => sum + part.discount, 0);
    const { tax_rates: given, automaticRates: standard = tax_rates } = item;
    const ids = given.length > 0 ? given : standard;
    const rates = ids.map((id) => requireFound(context.store.taxRates.get(id), `tax rate ${id}`));
    const price = itemPrice(context.store, item, currency);
    const { product } = price;
    const taxes = computeTaxes(subtotal - taken, rates, tax_exempt);
    return { item, price, product, subtotal, discount: taken, tax_rates: ids, taxes };
  });
}

/** The price of an item in a currency, with the amount that the visitor chooses if it leaves that to them. */
export function itemPrice(
  store: Store,
  { chosenAmount, price: id }: Pick<LineItem, 'chosenAmount' | 'price'>,
  currency?: string | null,
): Price {
  const price = requirePrice(store, id, currency);
  return chosenAmount === undefined
    ? price
    : ({ ...PLAIN_PRICE, ...price, unit_amount: chosenAmount } as Loose<Price> as Price);
}

/** What an item costs by itself: what is free today takes no part of a discount. */
function wholeParts(
  { store }: Context,
  item: LineItem,
  { currency, dueShare }: Pick<Conditions, 'dueShare'> & Pick<CheckoutSession, 'currency'>,
) {
  const { id, quantity } = item;
  const price = itemPrice(store, item, currency);
  const share = price.recurring === null ? WHOLE : dueShare(item.price);
  const isFree = share === FREE || isMetered(price);
  return costParts(price, quantity).map((part) => ({
    id,
    product: price.product,
    amount: isFree ? 0 : part.amount,
    discountable: true,
    share,
  }));
}

type Amounts = Pick<CheckoutSession, 'amount_discount' | 'amount_tax' | 'amount_total' | 'exclusiveTax'>;

export function sumAmounts(lines: readonly PricedLine[], shipping: ShippingCost | null): Amounts {
  const amountSubtotal = lines.reduce((sum, { subtotal }) => sum + subtotal, 0);
  const amount_discount = lines.reduce((sum, { discount }) => sum + discount, 0);
  const taxes = [...lines.flatMap((line) => line.taxes), ...(shipping?.taxes ?? [])];
  const onTop = exclusiveTax(taxes);
  return {
    amount_discount,
    amount_total: amountSubtotal - amount_discount + (shipping?.rate.amount ?? 0) + onTop,
    amount_tax: inclusiveTax(taxes) + onTop,
    exclusiveTax: onTop,
  };
}

export function priceLines(context: Context, session: CheckoutSession): PricedLine[] {
  return pricedLines(context, session, {
    discount: session.discount,
    dueShare: findShare(context, session),
    tax_rates: session.options.default_tax_rates,
  });
}

/** When the first full period of an anchored subscription starts; null if at once. */
export function findAnchorTime(context: Context, session: CheckoutSession): number | null {
  const anchored = findAnchor(context, session);
  if (anchored === null) return null;
  const { at, items, start } = anchored;
  return at > start ? firstEnd(context, items, start, at) : null;
}

function findAnchor(context: Context, session: CheckoutSession) {
  const { pricedAt: start } = session;
  const { anchor } = session.options;
  if (anchor === undefined || start === undefined) return null;
  const items = splitByRecurrence(context, session).recurring;
  return { ...chooseAnchor(context, anchor, items, start), items, start };
}

export const WHOLE: Share = (amount) => amount;
export const FREE: Share = () => 0;

/** A trial is free, and the time until the anchor is free or costs its share. */
function findShare(context: Context, session: CheckoutSession): Conditions['dueShare'] {
  if (session.options.trial !== null) return () => FREE;
  const anchored = findAnchor(context, session);
  if (anchored === null) return () => WHOLE;
  const { at, prorates, start } = anchored;
  if (at > start && !prorates) return () => FREE;
  return (price) => {
    const [item] = firstPeriods(context, [{ price }], start, at);
    return (item && periodShare(context, item, at)) ?? WHOLE;
  };
}

/** The one-time items and the recurring ones. */
export function splitByRecurrence({ store }: Context, { line_items }: Pick<CheckoutSession, 'line_items'>) {
  const recurs = ({ price }: LineItem) => requirePrice(store, price).recurring !== null;
  return { recurring: line_items.filter(recurs), once: line_items.filter((item) => !recurs(item)) };
}

/** The session with its current line and discount amounts. */
export function repriced(context: Context, session: CheckoutSession): CheckoutSession {
  const placed = session.options.automaticTax
    ? { ...session, line_items: taxedItems(context, session), ...taxedShipping(context, session) }
    : session;
  const timed =
    placed.options.anchor === undefined
      ? placed
      : { ...placed, pricedAt: context.time.now(placed.test_clock) };
  return { ...timed, ...sumAmounts(priceLines(context, timed), computeShippingCost(context, timed)) };
}

/** An open session for a period that starts now: what the time until the anchor costs changes every second. */
export function startingNow(context: Context, session: CheckoutSession): CheckoutSession {
  if (session.options.anchor === undefined || session.status !== 'open') return session;
  return context.store.sessions.put(repriced(context, session));
}

/** Whether the anchor has passed since the session was priced, so that a whole period is due. */
export function hasReachedAnchor(context: Context, session: CheckoutSession): boolean {
  const begins = findAnchorTime(context, session);
  return begins !== null && session.status === 'open' && begins <= context.time.now(session.test_clock);
}

function taxedItems(context: Context, session: CheckoutSession): LineItem[] {
  const buyer = buyerAtCheckout(context, session);
  return session.line_items.map((item) => ({
    ...item,
    automaticRates: automaticRates(context, buyer, requirePrice(context.store, item.price, session.currency)),
  }));
}

/** What coupon rules look at; a trial counts with the price that follows it. */
export function toPurchase(context: Context, session: CheckoutSession): Purchase {
  const lines = pricedLines(context, session, { discount: null, dueShare: () => WHOLE });
  return {
    customer: session.customer,
    currency: session.currency ?? '',
    amount: lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
    products: lines.map(({ product }) => product),
  };
}
