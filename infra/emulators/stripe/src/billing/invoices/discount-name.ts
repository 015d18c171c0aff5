import type { SessionDiscount } from '../../checkout/checkout-entities.ts';
import type { Context } from '../../kinds/context.ts';

/** The promotion code if there is one, or else the coupon's name. */
export function discountName({ store }: Context, { coupon, promotion_code }: SessionDiscount): string {
  const code = store.promotionCodes.get(promotion_code ?? '')?.code;
  return code ?? store.coupons.get(coupon)?.name ?? 'Discount';
}
