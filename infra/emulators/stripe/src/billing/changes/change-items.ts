import type { DiscountRequest } from '../../catalogue/discount.ts';
import {
  type Price,
  priceIn,
  rejectArchivedProduct,
  requireActivePrice,
  requireKnownPrice,
  requirePrice,
  requireRecurrence,
} from '../../catalogue/price.ts';
import { isMetered } from '../../catalogue/price-cost.ts';
import {
  missingParameter,
  noSuch,
  notSupported,
  rejected,
  wrongCurrency,
} from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { newId } from '../../kinds/objects.ts';
import { changedMetadata, type MetadataChange } from '../../kinds/params/composite.ts';
import type { Subscription, SubscriptionItem } from '../billing-entities.ts';
import { type ItemOwner, resolveItemDiscounts } from '../invoices/resolve-discounts.ts';
import { type RequestedTaxRates, usableTaxRates } from '../tax/line-taxes.ts';
import { areAligned } from './item-periods.ts';

/** A change to one item; without an id it adds one. */
export interface ItemChange {
  readonly id?: string | undefined;
  readonly price?: string | undefined;
  /** Whether the price was made for this change or validated earlier, so that it may be archived. */
  readonly accepted?: boolean;
  readonly quantity?: number | undefined;
  readonly deleted?: boolean | undefined;
  readonly clear_usage?: boolean | undefined;
  readonly metadata?: MetadataChange;
  readonly tax_rates?: RequestedTaxRates;
  readonly discounts?: readonly DiscountRequest[] | null | undefined;
  readonly billing_thresholds?: { readonly usage_gte: number } | null | undefined;
  /** Rates validated earlier by a schedule: they apply even if archived since. */
  readonly acceptedRates?: readonly string[] | undefined;
}

/** The items after `changes`. New ones start `now` and share the current period end. */
export function changedItems(
  context: Context,
  subscription: ItemOwner & Pick<Subscription, 'flexible' | 'items'>,
  changes: readonly ItemChange[],
  now: number,
): SubscriptionItem[] {
  const { items, flexible } = subscription;
  if (flexible !== undefined && changes.some(({ clear_usage }) => clear_usage !== undefined)) {
    throw rejected(
      'With `billing_mode.type=flexible` set on a subscription, the following parameters are not supported: clear_usage.',
    );
  }
  for (const [index, { id }] of changes.entries()) {
    if (id !== undefined && !items.some((item) => item.id === id)) {
      throw noSuch('subscription_item', id, `items[${index}][id]`);
    }
  }
  const withDiscounts = (item: SubscriptionItem, index: number) => {
    const place = `items[${index}][discounts]`;
    const given = changes[index]?.discounts;
    return { ...item, ...resolveItemDiscounts(context, subscription, item, { given, place, now }) };
  };
  const kept = items.flatMap((item) => {
    const index = changes.findIndex(({ id }) => id === item.id);
    const requested = changes[index];
    if (requested === undefined) return [item];
    if (requested.deleted === true) return [];
    return [withDiscounts(changedItem(context, item, requested, index), index)];
  });
  const added = changes.flatMap((requested, index) =>
    requested.id === undefined
      ? [withDiscounts(newItem(context, requested, index, now, items[0]), index)]
      : [],
  );
  const after = [...kept, ...added];
  if (items.length > 0) rejectForeign(context, changes, subscription.currency);
  rejectRepeated(items, changes, after);
  checkTogether(context, subscription, after);
  return after;
}

function changedItem(
  context: Context,
  item: SubscriptionItem,
  requested: ItemChange,
  index: number,
): SubscriptionItem {
  const had = requirePrice(context.store, item.price);
  const price =
    requested.price === undefined
      ? had
      : recurringPrice(context, requested.price, `items[${index}][price]`, requested.accepted);
  return {
    ...item,
    price: price.id,
    // A licensed price that replaces a metered one starts with one unit.
    quantity: readQuantity(price, requested, index, isMetered(had) ? 1 : item.quantity),
    metadata: changedMetadata(item.metadata, requested.metadata),
    ...findRates(context, requested, index),
    ...readThreshold(price, requested, index),
  };
}

function newItem(
  context: Context,
  requested: ItemChange,
  index: number,
  now: number,
  beside: SubscriptionItem | undefined,
): SubscriptionItem {
  const { price } = requested;
  if (price === undefined) throw missingParameter(`items[${index}][price]`);
  requireKnownPrice(context, price, `items[${index}][price]`);
  const { current_period_start = now, current_period_end = now } = beside ?? {};
  const periods = { current_period_start, current_period_end };
  const item = { id: newId('si', 14), created: now, price, quantity: 1, ...periods, metadata: {} };
  return changedItem(context, item, requested, index);
}

/** A metered item has none: it is the usage of each period. */
function readQuantity(price: Price, { quantity }: ItemChange, index: number, otherwise: number): number {
  if (!isMetered(price)) return quantity ?? otherwise;
  if (quantity === undefined) return 0;
  throw rejected('You cannot set the quantity for metered plans.', `items[${index}][quantity]`);
}

function readThreshold(
  price: Price,
  { billing_thresholds: given }: ItemChange,
  index: number,
): Pick<SubscriptionItem, 'billing_thresholds'> {
  if (given === undefined) return {};
  if (given !== null && !isMetered(price)) {
    throw notSupported('usage thresholds of licensed prices', `items[${index}][billing_thresholds]`);
  }
  return { billing_thresholds: given };
}

function findRates(
  context: Context,
  { tax_rates, acceptedRates }: ItemChange,
  index: number,
): Pick<SubscriptionItem, 'tax_rates'> {
  if (acceptedRates !== undefined) return { tax_rates: acceptedRates };
  if (tax_rates === undefined) return {};
  return { tax_rates: usableTaxRates(context, tax_rates, `items[${index}][tax_rates]`) };
}

export function recurringPrice(context: Context, id: string, param: string, accepted = false): Price {
  const price = accepted ? requireKnownPrice(context, id, param) : sellablePrice(context, id, param);
  if (price.recurring !== null) return price;
  const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
  throw rejected(message, param);
}

function sellablePrice(context: Context, id: string, param: string): Price {
  const price = requireActivePrice(context, id, param);
  const inactive = `The product ${price.product} is marked as inactive, and thus no new subscriptions can be create to any plans of this product. You provided the plan ${id}.`;
  rejectArchivedProduct(context, price, inactive, param);
  return price;
}

/** A subscription stays in its currency. */
function rejectForeign({ store }: Context, changes: readonly ItemChange[], currency: string): void {
  for (const [index, { price: id = '' }] of changes.entries()) {
    const price = store.prices.get(id);
    if (price === undefined || priceIn(price, currency) !== undefined) continue;
    throw wrongCurrency(price.currency, currency, `items[${index}][price]`);
  }
}

/** A price that an item has already is not added again. */
function rejectRepeated(
  items: readonly SubscriptionItem[],
  changes: readonly ItemChange[],
  after: readonly SubscriptionItem[],
): void {
  const added = changes.filter(({ id }) => id === undefined);
  const holder = items.find(
    ({ id, price }) =>
      added.some((one) => one.price === price) &&
      after.some((item) => item.id === id && item.price === price),
  );
  if (holder === undefined) return;
  throw rejected(
    `A new item with Price ${holder.price} can't be added to this Subscription because an existing Subscription Item ${holder.id} is already using that Price. If you want to update the existing item (e.g., to adjust the quantity), pass the existing Subscription Item's \`id\` in your update request: https://stripe.com/docs/api/subscriptions/update#update_subscription-items-id`,
    { param: 'plan' },
  );
}

/** Stripe's rules for the items as a whole. */
export function checkTogether(
  { store }: Context,
  { currency, flexible }: Pick<Subscription, 'currency' | 'flexible'>,
  items: readonly Pick<SubscriptionItem, 'price'>[],
): void {
  if (items.length === 0) throw rejected('A subscription must have at least one active plan.');
  if (items.length > 20) {
    // Not the whole text: github.com/tierrun/tier tells the error by these words.
    throw rejected('A subscription has a maximum number of items of 20.', 'items');
  }
  const prices = items.map((item) => requirePrice(store, item.price));
  const twice = prices.find((price, index) => prices.indexOf(price) !== index);
  if (twice !== undefined) {
    throw rejected(
      `Cannot create a Subscription with multiple Subscription Items with the same Price: ${twice.id}`,
      { param: 'plan' },
    );
  }
  const [first] = prices;
  for (const [index, price] of prices.entries()) {
    if (priceIn(price, currency) === undefined) {
      throw rejected(
        `This \`price\` has \`currency=${price.currency}\`, but other items use \`currency=${currency}\`. All items must have pricing in the same currency. When using multi-currency prices, you can specify \`currency\` at the top level, to be used by all items.`,
        { param: `items[${index}][price]` },
      );
    }
    if (flexible !== undefined || sameRhythm(price, first)) continue;
    throw rejected(
      'Currency and interval fields must match across all plans on this subscription. Found mismatch in interval field.',
      { param: 'items' },
    );
  }
  if (areAligned(prices.map(requireRecurrence))) return;
  throw rejected('Every interval must be a multiple of the shortest interval on this subscription.', 'items');
}

function sameRhythm({ recurring: one }: Price, other: Price | undefined): boolean {
  return (
    one?.interval === other?.recurring?.interval && one?.interval_count === other?.recurring?.interval_count
  );
}
