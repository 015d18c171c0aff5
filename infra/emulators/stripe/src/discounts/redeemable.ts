import type { Context } from '../context.ts';
import { requireFound } from '../lookup/require.ts';
import type { Coupon, PromotionCode } from '../state/discount-entities.ts';

/** Whether a coupon can be redeemed at all. */
export function isValid({ deleted, redeemBy, maxRedemptions, timesRedeemed }: Coupon, now: number): boolean {
  return (
    !deleted &&
    (redeemBy === null || redeemBy > now) &&
    (maxRedemptions === null || timesRedeemed < maxRedemptions)
  );
}

/** Whether a code can be redeemed by anybody. */
export function isActive(context: Context, code: PromotionCode): boolean {
  const now = context.time.now();
  const { active, expiresAt, maxRedemptions, timesRedeemed } = code;
  return (
    active &&
    (expiresAt === null || expiresAt > now) &&
    (maxRedemptions === null || timesRedeemed < maxRedemptions) &&
    isValid(couponOf(context, code.coupon), now)
  );
}

export function couponOf({ store }: Context, id: string): Coupon {
  return requireFound(store.coupons.get(id), `coupon ${id}`);
}

/** What is bought, and by whom, as far as it decides about a coupon. */
export interface Purchase {
  readonly customer: string | null;
  readonly currency: string;
  readonly amount: number;
  readonly products: readonly string[];
}

/** Why a coupon is not for a purchase; null where it is. */
export function couponProblem(coupon: Coupon, { currency, products }: Purchase, now: number): string | null {
  if (!isValid(coupon, now)) return `Coupon expired: ${coupon.id}`;
  if (coupon.currency !== null && coupon.currency !== currency) {
    return `The currency of the coupon (${coupon.currency}) is not that of the purchase (${currency}).`;
  }
  const applies = coupon.products === null || coupon.products.some((product) => products.includes(product));
  return applies ? null : 'The coupon applies to none of the products.';
}

/** Why a promotion code is not for a purchase; null where it is. */
export function codeProblem(context: Context, code: PromotionCode, purchase: Purchase): string | null {
  if (!isActive(context, code)) return 'This promotion code is not active.';
  const { customer, minimumAmount, minimumCurrency, firstTimeOnly } = code;
  if (customer !== null && customer !== purchase.customer) {
    return 'This promotion code is for another customer.';
  }
  if (firstTimeOnly && !isFirstPurchase(context, purchase)) {
    return 'This promotion code is for the first purchase of a known customer.';
  }
  const isEnough =
    minimumAmount === null || (minimumCurrency === purchase.currency && purchase.amount >= minimumAmount);
  if (!isEnough) return 'This promotion code asks for a larger purchase.';
  return couponProblem(couponOf(context, code.coupon), purchase, context.time.now());
}

/** Of a guest nobody knows whether it is the first. */
function isFirstPurchase({ store }: Context, { customer }: Purchase): boolean {
  if (customer === null) return false;
  const [charge] = store.charges.newestFirst(
    (candidate) => candidate.customer === customer && candidate.failure === null,
  );
  const [invoice] = store.invoices.newestFirst(
    (candidate) => candidate.customer === customer && candidate.status === 'paid',
  );
  return charge === undefined && invoice === undefined;
}

/** The code that can be redeemed under these letters, whatever their case. */
export function activeCode(context: Context, letters: string): PromotionCode | undefined {
  const wanted = letters.trim().toLowerCase();
  const [code] = context.store.promotionCodes.newestFirst(
    (candidate) => candidate.code.toLowerCase() === wanted && isActive(context, candidate),
  );
  return code;
}
