import type { Discount } from '../../catalogue/discount.ts';
import type { Context } from '../../kinds/context.ts';

/** The promotion code if there is one, or else the coupon's name. */
export function discountName(
  { store }: Context,
  { coupon, promotion_code }: Pick<Discount, 'coupon' | 'promotion_code'>,
): string {
  const code = store.promotionCodes.get(promotion_code ?? '')?.code;
  return code ?? store.coupons.get(coupon)?.name ?? 'Discount';
}
