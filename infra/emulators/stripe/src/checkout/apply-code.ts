import { findCoupon } from '../catalogue/coupon.ts';
import { activeCode, codeProblem, couponProblem } from '../catalogue/redeemable.ts';
import type { Context } from '../kinds/context.ts';
import type { CheckoutSession, SessionDiscount } from './checkout-entities.ts';
import { repriced, toPurchase } from './price-lines.ts';

const INVALID = 'This code is invalid.';

/** Applies a promotion code entered by the visitor. Returns an error message, or null. */
export function applyCode(context: Context, session: CheckoutSession, letters: string): string | null {
  const code = activeCode(context, letters, session.customer);
  if (code === undefined || codeProblem(context, code, toPurchase(context, session)) !== null) return INVALID;
  const discount = { coupon: code.coupon, promotion_code: code.id };
  if (isRejected(context, session, discount)) return INVALID;
  setDiscount(context, session, discount);
  return null;
}

/** Stripe prorates no fixed amounts at a checkout. */
export function isRejected(
  context: Context,
  { options }: CheckoutSession,
  { coupon }: SessionDiscount,
): boolean {
  return options.anchor?.prorates === true && findCoupon(context, coupon).amount_off !== null;
}

export function setDiscount(
  context: Context,
  session: CheckoutSession,
  discount: SessionDiscount | null,
): CheckoutSession {
  return context.store.sessions.put(repriced(context, { ...session, discount }));
}

/** Why the session's discount is not redeemable any more; null if it is, or if there is none. */
export function discountProblem(context: Context, session: CheckoutSession): string | null {
  const { discount } = session;
  if (discount === null) return null;
  const purchase = toPurchase(context, session);
  const code = context.store.promotionCodes.get(discount.promotion_code ?? '');
  if (code !== undefined) return codeProblem(context, code, purchase) === null ? null : INVALID;
  return couponProblem(findCoupon(context, discount.coupon), purchase, context.time.now());
}
