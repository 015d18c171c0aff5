import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import { shown } from '../kinds/store/kind-type.ts';
import { type Coupon, PLAIN_COUPON } from './discount-entities.ts';
import { isValid } from './redeemable.ts';

const show = shown<Stripe.Coupon>('coupon', PLAIN_COUPON, ['applies_to']);

export function couponWire({ time }: Context, coupon: Coupon): Stripe.Coupon {
  return show(coupon, { valid: isValid(coupon, time.now()) });
}
