import type Stripe from 'stripe';
import { shown, unset } from '../kinds/store/kind-type.ts';

export interface Discount {
  readonly id: string;
  readonly coupon: string;
  readonly promotion_code: string | null;
  readonly customer: string;
  readonly subscription: string | null;
  /** Set if it applies to one item of the subscription only. */
  readonly subscription_item?: string;
  readonly checkout_session: string | null;
  readonly invoice_item?: string;
  readonly start: number;
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
