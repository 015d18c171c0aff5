import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { isValid } from '../discounts/redeemable.ts';
import type { Coupon } from '../state/discount-entities.ts';

export function couponWire({ time }: Context, coupon: Coupon): Stripe.Coupon {
  return {
    id: coupon.id,
    object: 'coupon',
    amount_off: coupon.amountOff,
    created: coupon.created,
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: coupon.durationInMonths,
    livemode: false,
    max_redemptions: coupon.maxRedemptions,
    metadata: coupon.metadata,
    name: coupon.name,
    percent_off: coupon.percentOff,
    redeem_by: coupon.redeemBy,
    times_redeemed: coupon.timesRedeemed,
    valid: isValid(coupon, time.now()),
  };
}
