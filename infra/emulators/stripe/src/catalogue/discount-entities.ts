import type Stripe from 'stripe';
import type { Labelled } from '../kinds/store/entity.ts';
import { type Held, type Kept, plain } from '../kinds/store/kind-type.ts';

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

export interface PromotionCode extends Labelled {
  readonly code: string;
  readonly coupon: string;
  /** The merchant's setting; an exhausted or expired code is inactive regardless. */
  readonly active: boolean;
  readonly customer: string | null;
  readonly expires_at: number | null;
  readonly max_redemptions: number | null;
  readonly times_redeemed: number;
  readonly first_time_transaction: boolean;
  readonly minimum_amount: number | null;
  readonly minimum_amount_currency: string | null;
}

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
