import type { Context } from '../context.ts';
import { codeProblem, couponProblem, findCoupon, type Purchase } from '../discounts/redeemable.ts';
import { noSuch, rejected } from '../errors/api-error.ts';
import { requireCoupon, requirePromotionCode } from '../lookup/lookup.ts';
import { requirePrice } from '../lookup/require.ts';
import { computeCost } from '../pricing/price-cost.ts';
import type { Subscription } from '../state/billing-entities.ts';
import type { DiscountRequest } from '../state/discount-entities.ts';
import { redeem } from './redeem-coupon.ts';

/** The subscription's discounts after the request; undefined if it does not mention them. */
export function resolveDiscounts(
  context: Context,
  subscription: Subscription,
  given: readonly DiscountRequest[] | null | undefined,
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  return (given ?? []).map((requested, index) =>
    resolveDiscount(context, subscription, requested, `discounts[${index}]`),
  );
}

function resolveDiscount(
  context: Context,
  subscription: Subscription,
  requested: DiscountRequest,
  place: string,
): string {
  requireOneSource(requested, place);
  const { discount: kept } = requested;
  if (kept !== undefined) {
    if (subscription.discounts.includes(kept)) return kept;
    throw noSuch('discount', kept, `${place}[discount]`);
  }
  const purchase = toPurchase(context, subscription);
  const source = discountSource(context, purchase, requested, place);
  const { customer, testClock } = subscription;
  const start = context.time.now(testClock);
  return redeem(context, subscription.id, { ...source, checkoutSession: null, customer, start }).id;
}

export function requireOneSource(requested: DiscountRequest, place: string): void {
  const { coupon, discount, promotion_code: code } = requested;
  if ([coupon, discount, code].filter((given) => given !== undefined).length === 1) return;
  throw rejected('Each discount is one of `coupon`, `discount` and `promotion_code`.', { param: place });
}

/** The coupon, and promotion code, of a requested discount; throws naming `place` if it cannot be redeemed. */
export function discountSource(
  context: Context,
  purchase: Purchase,
  { coupon, promotion_code: code }: Pick<DiscountRequest, 'coupon' | 'promotion_code'>,
  place: string,
) {
  if (code !== undefined) {
    const param = place === '' ? 'promotion_code' : `${place}[promotion_code]`;
    const found = requirePromotionCode(context, code, param);
    rejectFor(codeProblem(context, found, purchase), param);
    return { coupon: found.coupon, promotionCode: found.id };
  }
  const param = place === '' ? 'coupon' : `${place}[coupon]`;
  const found = requireCoupon(context, coupon ?? '', param);
  rejectFor(couponProblem(found, purchase, context.time.now()), param);
  return { coupon: found.id, promotionCode: null };
}

function rejectFor(problem: string | null, param: string): void {
  if (problem !== null) throw rejected(problem, { param });
}

/** Those of a schedule's discounts that still apply; the clock leaves out the others. */
export function stillRedeemable(
  context: Context,
  owner: Buyer,
  given: readonly DiscountRequest[],
): readonly DiscountRequest[] {
  const purchase = toPurchase(context, owner);
  return given.filter(({ coupon, discount, promotion_code: code }) => {
    if (discount !== undefined) return true;
    if (code !== undefined)
      return codeProblem(context, requirePromotionCode(context, code), purchase) === null;
    return couponProblem(findCoupon(context, coupon ?? ''), purchase, context.time.now()) === null;
  });
}

type Buyer = Pick<Subscription, 'currency' | 'customer'> & {
  readonly items: readonly Pick<Subscription['items'][number], 'price' | 'quantity'>[];
};

export function toPurchase({ store }: Context, { customer, currency, items }: Buyer): Purchase {
  const prices = items.map(({ price, quantity }) => ({ price: requirePrice(store, price), quantity }));
  return {
    customer,
    currency,
    amount: prices.reduce((sum, { price, quantity }) => sum + computeCost(price, quantity), 0),
    products: prices.map(({ price }) => price.product),
  };
}
