import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { isValid } from '../discounts/redeemable.ts';
import { type Coupon, PLAIN_COUPON } from '../state/discount-entities.ts';
import { shown } from '../state/kept.ts';

const show = shown<Stripe.Coupon>('coupon', PLAIN_COUPON, ['applies_to']);

export function couponWire({ time }: Context, coupon: Coupon): Stripe.Coupon {
  return show(coupon, { valid: isValid(coupon, time.now()) });
}
