import type { Context } from '../context.ts';
import type { SessionDiscount } from '../state/checkout-entities.ts';

/** The code that was entered, else the name of the coupon. */
export function discountName({ store }: Context, { coupon, promotionCode }: SessionDiscount): string {
  const code = store.promotionCodes.get(promotionCode ?? '')?.code;
  return code ?? store.coupons.get(coupon)?.name ?? 'Discount';
}
