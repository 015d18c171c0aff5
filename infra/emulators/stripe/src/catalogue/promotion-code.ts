import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { finder } from '../kinds/objects.ts';
import { type Kept, type Labelled, shown, unset } from '../kinds/store/kind-type.ts';
import { findCoupon, isValid } from './coupon.ts';

type Unused = 'customer_account' | 'promotion';

/** An exhausted or expired code is inactive, whatever the merchant's setting. */
export interface PromotionCode extends Labelled, Omit<Kept<Stripe.PromotionCode, Unused>, keyof Labelled> {
  readonly coupon: string;
}

const show = shown<Stripe.PromotionCode>('promotion_code', unset('promotion_code'), ['coupon']);

export function promotionCodeWire(context: Context, code: PromotionCode): Stripe.PromotionCode {
  return show(code, {
    active: isActive(context, code),
    promotion: { coupon: code.coupon, type: 'coupon' },
  });
}

export const requirePromotionCode = finder('promotion code', 'promotionCodes');

/** Whether a code is redeemable, regardless of the customer. */
export function isActive(context: Context, code: PromotionCode): boolean {
  return code.active && isRedeemable(context, code);
}

/** Whether a code can be active. */
export function isRedeemable(context: Context, code: PromotionCode): boolean {
  const now = context.time.now();
  const { expires_at, max_redemptions, times_redeemed } = code;
  return (
    (expires_at === null || expires_at > now) &&
    (max_redemptions === null || times_redeemed < max_redemptions) &&
    isValid(findCoupon(context, code.coupon), now)
  );
}
