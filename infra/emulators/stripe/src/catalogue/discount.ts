import type Stripe from 'stripe';
import type { Discount } from './discount-entities.ts';

export function discountWire(discount: Discount): Stripe.Discount {
  return {
    id: discount.id,
    object: 'discount',
    checkout_session: discount.checkout_session,
    customer: discount.customer,
    customer_account: null,
    end: discount.end,
    invoice: discount.subscription === null ? discount.spentOn : null,
    invoice_item: discount.invoice_item ?? null,
    promotion_code: discount.promotion_code,
    source: { coupon: discount.coupon, type: 'coupon' },
    start: discount.start,
    subscription: discount.subscription,
    subscription_item: discount.subscription_item ?? null,
  };
}

/** A discount that was taken away has no end. */
export function deletedDiscountWire(discount: Discount) {
  const { end: _end, ...others } = discountWire(discount);
  return { ...others, deleted: true } as const;
}
