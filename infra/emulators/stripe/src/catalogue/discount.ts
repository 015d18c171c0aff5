import type Stripe from 'stripe';
import { addMonths } from '../kinds/clock/calendar.ts';
import type { Context } from '../kinds/context.ts';
import { emit, newId } from '../kinds/objects.ts';
import { type Kept, shown, unset } from '../kinds/store/kind-type.ts';
import { findCoupon } from './coupon.ts';

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

export interface Discount
  extends Pick<
    Kept<Stripe.Discount>,
    'id' | 'promotion_code' | 'subscription' | 'checkout_session' | 'start'
  > {
  readonly coupon: string;
  readonly customer: string;
  /** Set if it applies to one item of the subscription only. */
  readonly subscription_item?: string;
  readonly invoice_item?: string;
  /** Null if it never ends, and for a one-invoice discount. */
  readonly end: number | null;
  readonly spentOn: string | null;
}

/** Exactly one of the three. */
export interface DiscountRequest {
  readonly coupon?: string | undefined;
  readonly discount?: string | undefined;
  readonly promotion_code?: string | undefined;
}

export interface DiscountAmount {
  readonly discount: string;
  readonly amount: number;
}

const show = shown<Stripe.Discount>('discount', unset('discount'), ['coupon', 'livemode', 'spentOn']);

export function discountWire(discount: Discount): Stripe.Discount {
  return show(discount, {
    invoice: discount.subscription === null ? discount.spentOn : null,
    source: { coupon: discount.coupon, type: 'coupon' },
  });
}

/** A discount that was taken away has no end. */
export function deletedDiscountWire(discount: Discount) {
  const { end: _end, ...others } = discountWire(discount);
  return { ...others, deleted: true } as const;
}
