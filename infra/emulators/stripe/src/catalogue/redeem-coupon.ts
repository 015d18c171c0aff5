import { addMonths } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { findCoupon } from './coupon.ts';
import { type Discount, discountWire } from './discount.ts';

type NewDiscount = Pick<
  Discount,
  'checkout_session' | 'coupon' | 'customer' | 'promotion_code' | 'start' | 'subscription_item'
>;

export function countRedemption(
  { store }: Context,
  { coupon: id, promotion_code }: Pick<NewDiscount, 'coupon' | 'promotion_code'>,
): void {
  const coupon = store.coupons.get(id);
  const code = store.promotionCodes.get(promotion_code ?? '');
  if (coupon !== undefined) store.coupons.put({ ...coupon, times_redeemed: coupon.times_redeemed + 1 });
  if (code !== undefined) store.promotionCodes.put({ ...code, times_redeemed: code.times_redeemed + 1 });
}

/** Applies an already counted coupon to a single invoice without a subscription. */
export function discountOnInvoice({ store }: Context, invoice: string, given: NewDiscount): Discount {
  return store.discounts.put({ ...given, id: newId('di'), subscription: null, spentOn: invoice, end: null });
}

/** Counts and stores a discount that lasts as long as its coupon says. */
export function newDiscount(context: Context, given: Omit<Discount, 'end' | 'id' | 'spentOn'>): Discount {
  const { duration, duration_in_months } = findCoupon(context, given.coupon);
  countRedemption(context, given);
  const end = duration === 'repeating' ? addMonths(given.start, duration_in_months ?? 1) : null;
  return context.store.discounts.put({ ...given, id: newId('di'), spentOn: null, end });
}

export function redeem(context: Context, subscription: string, given: NewDiscount): Discount {
  const discount = newDiscount(context, { ...given, subscription });
  emit(context, 'customer.discount.created', discountWire(discount));
  return discount;
}
