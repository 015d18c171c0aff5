import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import {
  PLAIN_PRICE,
  type Price,
  priceIn,
  requireActivePrice,
  requireKnownPrice,
} from '../../catalogue/price.ts';
import { computeCost, unitAmountOf } from '../../catalogue/price-cost.ts';
import { PLAIN_PRODUCT } from '../../catalogue/product.ts';
import {
  exclusiveParameters,
  missingParameter,
  rejected,
  wrongCurrency,
} from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { describedParams } from '../../kinds/params/as-described.ts';
import { changedMetadata, list, object } from '../../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../../kinds/params/reader.ts';
import type { Subscription } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { firstEnd } from '../changes/item-periods.ts';
import { inlinePrice, oncePriceData } from '../subscriptions/inline-price.ts';
import type { OneTimeItem } from '../subscriptions/subscription-schedule.ts';
import { findTaxRates, usableTaxRates } from '../tax/line-taxes.ts';
import { addPendingItem } from './create-invoice-item.ts';
import type { InvoiceItem } from './invoice-item.ts';

export type PricedItem = Pick<
  InvoiceItem,
  'amount' | 'currency' | 'description' | 'price' | 'product' | 'quantity' | 'unit_amount'
>;

/** Prices a one-time item; throws naming `param` if the price is recurring, or leaves its amount to a visitor. */
export function pricedOnce(
  context: Context,
  given: Price | string,
  quantity: number,
  param: string,
  currency?: string,
): PricedItem {
  const known = typeof given === 'string' ? requireKnownPrice(context, given, param) : given;
  const price = (currency === undefined ? undefined : priceIn(known, currency)) ?? known;
  if (price.recurring !== null) {
    const message =
      'The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.';
    throw rejected(message, param);
  }
  if (price.custom_unit_amount && price.unit_amount === null) {
    throw rejected('A price with `custom_unit_amount` can be used only by Checkout and payment links.', {
      param,
    });
  }
  const product = requireFound(context.store.products.get(price.product), `product ${price.product}`);
  return {
    amount: computeCost(price, quantity),
    currency: price.currency,
    description: product.name,
    price: price.id,
    product: price.product,
    quantity,
    unit_amount: unitAmountOf(price),
  };
}

/** Adds one-time items to a subscription's next invoice, for its current or upcoming period. */
export function addOneTimeItems(
  context: Context,
  subscription: Subscription,
  items: readonly OneTimeItem[],
  now: number,
): InvoiceItem[] {
  const { customer, id, test_clock } = subscription;
  return items.map((item) => {
    const { price, quantity, discountable, metadata } = item;
    return addPendingItem(context, {
      ...pricedOnce(context, price, quantity, 'add_invoice_items', subscription.currency),
      ...currentPeriod(context, subscription, now),
      created: now,
      customer,
      subscription: id,
      discountable,
      tax_rates: findTaxRates(subscription, item),
      test_clock,
      metadata,
    });
  });
}

function currentPeriod(context: Context, subscription: Subscription, now: number) {
  const period_end = latestPeriodEnd(subscription);
  if (period_end <= now) {
    const { items, billing_cycle_anchor } = subscription;
    return { period_start: now, period_end: firstEnd(context, items, now, billing_cycle_anchor) };
  }
  const starts = subscription.items.map(({ current_period_start }) => current_period_start);
  return { period_start: Math.max(...starts), period_end };
}

const described = describedParams<Stripe.SubscriptionUpdateParams.AddInvoiceItem>(
  'POST /v1/subscriptions/:id add_invoice_items[0]',
);

const item = object({
  ...described('discountable', 'metadata', 'price', 'tax_rates'),
  price_data: oncePriceData,
  quantity: optional(integer(1, 999_999)),
});

/** Stripe allows 20 per request. */
export const oneTimeItemsParam = optional(list(item, 20));

/** Reads one-time items; all must be in the currency of the recurring items. */
export function readOneTimeItems(
  context: Context,
  given: ReadValue<typeof oneTimeItemsParam>,
  currency: string,
  place = 'add_invoice_items',
): OneTimeItem[] {
  return (given ?? []).map((one, index) => {
    const { discountable = true, price_data: data, quantity = 1, tax_rates: rates } = one;
    const at = `${place}[${index}]`;
    const given = `${at}[price_data]`;
    if (one.price !== undefined && data !== undefined) throw exclusiveParameters('price, price_data', given);
    const price = data === undefined ? one.price : inlinePrice(context, data, given);
    if (price === undefined) throw missingParameter(`${at}[price]`);
    if (data === undefined) requireActivePrice(context, price, `${at}[price]`);
    const priced = pricedOnce(context, price, quantity, `${at}[price]`, currency);
    if (priced.currency !== currency) throw wrongCurrency(priced.currency, currency, `${at}[price]`);
    const tax_rates = rates != null && { tax_rates: usableTaxRates(context, rates, `${at}[tax_rates]`) };
    return { price, quantity, discountable, metadata: changedMetadata({}, one.metadata), ...tax_rates };
  });
}

interface AdHoc {
  /** In the currency's smallest unit; negative for a credit. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  /** One that is known; otherwise it is called by the description. */
  readonly product?: string | null | undefined;
  /** One unless the amount is that of several units. */
  readonly quantity?: number;
  readonly unit_amount?: number;
}

const deriveId = (prefix: string, length: number, ...parts: readonly unknown[]) =>
  `${prefix}_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length)}`;

/** An item without a price: like Stripe, gives it an archived one, the same for the same product and amount. */
export function adHocItem({ store, time }: Context, given: AdHoc): PricedItem {
  const { amount, currency, description, quantity = 1, unit_amount = amount } = given;
  const product = given.product ?? deriveId('prod', 14, description);
  const price = deriveId('price', 24, product, currency, unit_amount);
  const created = time.now();
  if (store.products.get(product) === undefined) {
    const name = description ?? 'Invoice item';
    store.products.put({ ...PLAIN_PRODUCT, id: product, created, updated: created, name, active: false });
  }
  if (store.prices.get(price) === undefined) {
    store.prices.put({
      ...PLAIN_PRICE,
      id: price,
      created,
      active: false,
      product,
      currency,
      unit_amount,
    });
  }
  return { amount, currency, description, price, product, quantity, unit_amount };
}
