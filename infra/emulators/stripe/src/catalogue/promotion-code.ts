import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { finder } from '../kinds/lookup.ts';
import type { Labelled } from '../kinds/store/entity.ts';
import { findCoupon, isValid } from './coupon.ts';

export interface PromotionCode extends Labelled {
  readonly code: string;
  readonly coupon: string;
  /** The merchant's setting; an exhausted or expired code is inactive regardless. */
  readonly active: boolean;
  readonly customer: string | null;
  readonly expires_at: number | null;
  readonly max_redemptions: number | null;
  readonly times_redeemed: number;
  readonly first_time_transaction: boolean;
  readonly minimum_amount: number | null;
  readonly minimum_amount_currency: string | null;
}

export function promotionCodeWire(context: Context, code: PromotionCode): Stripe.PromotionCode {
  return {
    id: code.id,
    object: 'promotion_code',
    active: isActive(context, code),
    code: code.code,
    created: code.created,
    customer: code.customer,
    customer_account: null,
    expires_at: code.expires_at,
    livemode: false,
    max_redemptions: code.max_redemptions,
    metadata: code.metadata,
    promotion: { coupon: code.coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: code.first_time_transaction,
      minimum_amount: code.minimum_amount,
      minimum_amount_currency: code.minimum_amount_currency,
    },
    times_redeemed: code.times_redeemed,
  };
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
