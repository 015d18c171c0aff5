import { rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import type { DiscountRequest } from './discount.ts';

/** Rejects discounts that repeat one another, by "Restrictions" of docs.stripe.com/billing/subscriptions/coupons. */
export function rejectRepeated(context: Context, given: readonly DiscountRequest[], place: string): void {
  for (const [index, one] of given.entries()) {
    if (!given.slice(0, index).some((other) => repeats(context, one, other))) continue;
    throw rejected('Each coupon can be given only once, as itself, as a promotion code or as a discount.', {
      param: `${place}[${index}]`,
    });
  }
}

function repeats(context: Context, one: DiscountRequest, other: DiscountRequest): boolean {
  if (one.promotion_code !== undefined && one.promotion_code === other.promotion_code) return true;
  if (one.discount !== undefined && one.discount === other.discount) return true;
  const isCoupon = one.coupon !== undefined || other.coupon !== undefined;
  return isCoupon && findCoupon(context, one) === findCoupon(context, other);
}

function findCoupon({ store }: Context, { coupon, discount, promotion_code: code }: DiscountRequest) {
  return (
    coupon ?? store.promotionCodes.get(code ?? '')?.coupon ?? store.discounts.get(discount ?? '')?.coupon
  );
}

/** Only what begins with a payment, such as a new subscription, takes promotion codes with a minimum amount. */
export function rejectMinimum(
  { store }: Context,
  given: readonly DiscountRequest[],
  place: string,
  had: readonly string[] = [],
): void {
  const kept = had.map((id) => store.discounts.get(id)?.promotion_code);
  for (const [index, { promotion_code: code = '' }] of given.entries()) {
    if ((store.promotionCodes.get(code)?.restrictions.minimum_amount ?? null) === null || kept.includes(code))
      continue;
    throw rejected(`The promotion code ${code} has a minimum amount and cannot be used here.`, {
      param: `${place}[${index}][promotion_code]`,
    });
  }
}
