import type Stripe from 'stripe';
import { type Context, requireFound } from '../kinds/context.ts';
import { required } from '../kinds/objects.ts';
import { type Held, type Kept, type Labelled, plain, shown } from '../kinds/store/kind-type.ts';

export interface Coupon
  extends Held,
    Labelled,
    Omit<Kept<Stripe.Coupon, 'applies_to' | 'currency_options' | 'valid'>, keyof Labelled> {
  /** Shown on request only. */
  readonly applies_to?: { readonly products: readonly string[] };
  /** A deleted one still applies where it was already redeemed. */
  readonly hidden?: { readonly deleted: true };
}

export const PLAIN_COUPON = plain<Coupon>()('coupon', { duration: 'once', metadata: {}, times_redeemed: 0 });

const show = shown<Stripe.Coupon>('coupon', PLAIN_COUPON, ['applies_to']);

export function couponWire({ time }: Context, coupon: Coupon): Stripe.Coupon {
  return show(coupon, { valid: isValid(coupon, time.now()) });
}

export function requireCoupon({ store }: Context, id: string, param?: string): Coupon {
  const coupon = store.coupons.get(id);
  return required(coupon?.hidden?.deleted ? undefined : coupon, 'coupon', id, param);
}

export function isValid(
  { hidden, redeem_by, max_redemptions, times_redeemed }: Coupon,
  now: number,
): boolean {
  return (
    !hidden?.deleted &&
    (redeem_by === null || redeem_by > now) &&
    (max_redemptions === null || times_redeemed < max_redemptions)
  );
}

export function findCoupon({ store }: Context, id: string): Coupon {
  return requireFound(store.coupons.get(id), `coupon ${id}`);
}
