import { updateSubscription } from '../billing/update-subscription.ts';
import type { Context } from '../context.ts';
import { redeem } from '../discounts/redeem.ts';
import { codeProblem, couponProblem, type Purchase } from '../discounts/redeemable.ts';
import { activeDiscounts } from '../discounts/subscription-discounts.ts';
import { noSuch, refused } from '../errors/api-error.ts';
import { emit } from '../events.ts';
import { type Endpoint, endpoint, type PathParams } from '../http/endpoint.ts';
import { requireCoupon, requirePromotionCode, requireSubscription } from '../lookup/lookup.ts';
import { list, object } from '../params/composite.ts';
import { clearable, optional, type ReadValue, text } from '../params/reader.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { discountWire } from '../wire/discount-wire.ts';
import { requirePrice } from '../wire/require.ts';

const discount = object({
  coupon: optional(text()),
  discount: optional(text()),
  promotion_code: optional(text()),
});

export const discountsParam = clearable(list(discount, 20));

type Given = ReadValue<typeof discountsParam>;

/** The discounts that a request leaves a subscription with; undefined where it says nothing of them. */
export function wantedDiscounts(
  context: Context,
  subscription: Subscription,
  given: Given,
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  return (given ?? []).map((wanted, index) =>
    discountOf(context, subscription, wanted, `discounts[${index}]`),
  );
}

function discountOf(
  context: Context,
  subscription: Subscription,
  { coupon, discount: kept, promotion_code: code }: ReadValue<typeof discount>,
  place: string,
): string {
  if ([coupon, kept, code].filter((given) => given !== undefined).length !== 1) {
    throw refused('Each discount is one of `coupon`, `discount` and `promotion_code`.', { param: place });
  }
  if (kept !== undefined) {
    if (subscription.discounts.includes(kept)) return kept;
    throw noSuch('discount', kept, `${place}[discount]`);
  }
  const source = sourceOf(context, subscription, { coupon, code }, place);
  const { customer, testClock } = subscription;
  const start = context.time.now(testClock);
  return redeem(context, subscription.id, { ...source, checkoutSession: null, customer, start }).id;
}

interface Source {
  readonly coupon: string | undefined;
  readonly code: string | undefined;
}

function sourceOf(context: Context, subscription: Subscription, { coupon, code }: Source, place: string) {
  const purchase = purchaseOf(context, subscription);
  if (code !== undefined) {
    const param = `${place}[promotion_code]`;
    const found = requirePromotionCode(context, code, param);
    refuseFor(codeProblem(context, found, purchase), param);
    return { coupon: found.coupon, promotionCode: found.id };
  }
  const param = `${place}[coupon]`;
  const found = requireCoupon(context, coupon ?? '', param);
  refuseFor(couponProblem(found, purchase, context.time.now()), param);
  return { coupon: found.id, promotionCode: null };
}

function refuseFor(problem: string | null, param: string): void {
  if (problem !== null) throw refused(problem, { param });
}

function purchaseOf({ store }: Context, { customer, currency, items }: Subscription): Purchase {
  const prices = items.map(({ price, quantity }) => ({ price: requirePrice(store, price), quantity }));
  return {
    customer,
    currency,
    amount: prices.reduce((sum, { price, quantity }) => sum + price.unitAmount * quantity, 0),
    products: prices.map(({ price }) => price.product),
  };
}

export const subscriptionDiscountEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'DELETE',
    path: '/v1/subscriptions/:id/discount',
    params: object({}),
    handle: remove,
  }),
];

/** Takes the discounts of a subscription away, and answers with the last of them. */
function remove(context: Context, _params: object, { id = '' }: PathParams): object {
  const subscription = requireSubscription(context, id);
  const active = activeDiscounts(context, subscription, context.time.now(subscription.testClock));
  const last = active.at(-1);
  if (last === undefined) throw noSuch('discount', id);
  updateSubscription(context, subscription, { discounts: [] });
  for (const ended of active) emit(context, 'customer.discount.deleted', discountWire(ended));
  return { ...discountWire(last), deleted: true };
}
