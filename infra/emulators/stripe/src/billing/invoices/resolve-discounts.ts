import { findCoupon } from '../../catalogue/coupon.ts';
import { activeDiscounts, computeDiscountAmounts } from '../../catalogue/coupon-discounts.ts';
import { countRedemption, type Discount, type DiscountRequest, redeem } from '../../catalogue/discount.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { computeCost } from '../../catalogue/price-cost.ts';
import { requirePromotionCode } from '../../catalogue/promotion-code.ts';
import {
  codeProblem,
  couponProblem,
  discountSource,
  type Purchase,
  rejectMinimum,
  rejectRepeated,
} from '../../catalogue/redeemable.ts';
import { noSuch, notSupported } from '../../description/api-error.ts';
import { type Context, requireFound } from '../../kinds/context.ts';
import { newId } from '../../kinds/objects.ts';
import type { Invoice, Subscription, SubscriptionItem } from '../billing-entities.ts';
import type { InvoiceItem } from './invoice-item.ts';

type Given = readonly DiscountRequest[] | null | undefined;

/** The subscription's discounts after the request; undefined if it does not mention them. */
export function resolveDiscounts(
  context: Context,
  subscription: Subscription,
  given: Given,
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const start = context.time.now(subscription.test_clock);
  rejectRepeated(context, given ?? [], 'discounts');
  return (given ?? []).map((requested, index) =>
    resolveDiscount(context, { ...subscription, start }, requested, `discounts[${index}]`),
  );
}

type Owner = Buyer & Pick<Subscription, 'discounts' | 'id'> & Pick<Discount, 'start' | 'subscription_item'>;

function resolveDiscount(context: Context, owner: Owner, requested: DiscountRequest, place: string): string {
  const { customer, id, start, subscription_item } = owner;
  const { discount: kept } = requested;
  if (kept !== undefined) {
    if (owner.discounts.includes(kept)) return kept;
    throw noSuch('discount', kept, `${place}[discount]`);
  }
  const source = discountSource(context, toPurchase(context, owner), requested, place);
  const item = subscription_item === undefined ? {} : { subscription_item };
  return redeem(context, id, { ...source, ...item, checkout_session: null, customer, start }).id;
}

/** The discounts of an item after the request; nothing if it does not mention them. */
export function resolveItemDiscounts(
  context: Context,
  subscription: ItemOwner,
  item: Pick<SubscriptionItem, 'discounts' | 'id' | 'price' | 'quantity'>,
  { given, place, now }: { readonly given: Given; readonly place: string; readonly now: number },
): Pick<SubscriptionItem, 'discounts'> {
  if (given === undefined) return {};
  const { discounts = [], id: subscription_item } = item;
  const owner = { ...subscription, discounts, items: [item], start: now, subscription_item };
  rejectRepeated(context, given ?? [], place);
  rejectMinimum(context, given ?? [], place, discounts);
  return {
    discounts: (given ?? []).map((requested, index) => {
      const at = `${place}[${index}]`;
      if (subscription.discounts?.includes(requested.discount ?? '') === true) {
        throw notSupported('discounts of a subscription on its items', `${at}[discount]`);
      }
      return resolveDiscount(context, owner, requested, at);
    }),
  };
}

export type ItemOwner = Pick<Subscription, 'currency' | 'customer' | 'id'> &
  Partial<Pick<Subscription, 'discounts'>>;

/** What has discounts: a subscription or one of its items; nothing if it is new. */
export type DiscountOwner = Partial<Pick<Subscription, 'discounts'>>;

/** The discounts that a phase gives an owner now. One that it has is kept; the clock leaves out what cannot be redeemed. */
export function discountsOfPhase(
  context: Context,
  owner: DiscountOwner,
  buyer: Buyer,
  given: readonly DiscountRequest[],
  now: number,
): readonly DiscountRequest[] {
  const active = activeDiscounts(context, owner, now);
  const requested = given.map((one) => {
    const had = active.find((discount) => isRequested(discount, one));
    return had === undefined ? one : { discount: had.id };
  });
  const purchase = toPurchase(context, buyer);
  return requested.filter(({ coupon, discount, promotion_code: code }) => {
    if (discount !== undefined) return owner.discounts?.includes(discount) === true;
    if (code !== undefined)
      return codeProblem(context, requirePromotionCode(context, code), purchase) === null;
    return couponProblem(findCoupon(context, coupon ?? ''), purchase, context.time.now()) === null;
  });
}

/** Whether a discount is what a phase asked for. */
export function isRequested({ coupon, id, promotion_code }: Discount, requested: DiscountRequest): boolean {
  if (requested.discount !== undefined) return requested.discount === id;
  return requested.coupon === coupon || requested.promotion_code === promotion_code;
}

export type Buyer = Pick<Subscription, 'currency' | 'customer'> & {
  readonly items: readonly Pick<Subscription['items'][number], 'price' | 'quantity'>[];
};

export function toPurchase({ store }: Context, { customer, currency, items }: Buyer): Purchase {
  const prices = items.map(({ price, quantity }) => ({
    price: requirePrice(store, price, currency),
    quantity,
  }));
  return {
    customer,
    currency,
    amount: prices.reduce((sum, { price, quantity }) => sum + computeCost(price, quantity), 0),
    // A coupon for other products is accepted, and discounts nothing (docs.stripe.com/billing/subscriptions/coupons).
    products: null,
  };
}

interface DiscountedItem
  extends Pick<InvoiceItem, 'amount' | 'currency' | 'customer' | 'discountable' | 'product'> {
  readonly id: string;
  readonly now: number;
}

/** The discounts of an invoice item and what they take off; nothing if the request has none. */
export function itemDiscounts(
  context: Context,
  item: DiscountedItem,
  given: Given,
): Pick<InvoiceItem, 'discount_amounts' | 'discounts'> {
  if (given === undefined) return {};
  const { id: invoice_item, now: start, product } = item;
  rejectMinimum(context, given ?? [], 'discounts');
  const purchase = { ...item, products: product === null ? [] : [product] };
  const discounts = redeemAll(context, purchase, { invoice_item, start, spentOn: null }, given);
  const known = discounts.map((id) => requireFound(context.store.discounts.get(id), 'discount'));
  const [amounts = []] = computeDiscountAmounts(context, known, [item]);
  return { discounts, discount_amounts: amounts };
}

/** The discounts of an invoice; nothing if the request has none. What they apply to is decided by its lines. */
export function invoiceDiscounts(
  context: Context,
  { id, now, ...buyer }: Pick<Invoice, 'currency' | 'customer' | 'id'> & { readonly now: number },
  given: Given,
): Pick<Invoice, 'discounts'> {
  if (given === undefined) return {};
  const purchase = { ...buyer, amount: 0, products: null };
  return { discounts: redeemAll(context, purchase, { spentOn: id, start: now }, given) };
}

type Redeemer = Purchase & { readonly customer: string };
type Owned = Pick<Discount, 'invoice_item' | 'spentOn' | 'start'>;

function redeemAll(context: Context, purchase: Redeemer, owned: Owned, given: Given): string[] {
  const { store } = context;
  rejectRepeated(context, given ?? [], 'discounts');
  return (given ?? []).map((requested, index) => {
    const place = `discounts[${index}]`;
    const { discount } = requested;
    const { customer } = purchase;
    if (discount !== undefined) {
      if (store.discounts.get(discount)?.customer === customer) return discount;
      throw noSuch('discount', discount, `${place}[discount]`);
    }
    const source = discountSource(context, purchase, requested, place);
    countRedemption(context, source);
    const rest = { checkout_session: null, customer, end: null, subscription: null };
    return store.discounts.put({ ...source, ...owned, ...rest, id: newId('di') }).id;
  });
}
