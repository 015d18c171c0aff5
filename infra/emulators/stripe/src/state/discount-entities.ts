import type { Labelled } from './entity.ts';

export interface Coupon extends Labelled {
  /** Still applies where it was already redeemed. */
  readonly deleted: boolean;
  readonly name: string | null;
  readonly percentOff: number | null;
  /** In the smallest unit of `currency`; null for a percent-off coupon. */
  readonly amountOff: number | null;
  readonly currency: string | null;
  readonly duration: 'forever' | 'once' | 'repeating';
  readonly durationInMonths: number | null;
  readonly maxRedemptions: number | null;
  readonly redeemBy: number | null;
  readonly timesRedeemed: number;
  readonly products: readonly string[] | null;
}

export interface PromotionCode extends Labelled {
  readonly code: string;
  readonly coupon: string;
  /** The merchant's setting; an exhausted or expired code is inactive regardless. */
  readonly active: boolean;
  readonly customer: string | null;
  readonly expiresAt: number | null;
  readonly maxRedemptions: number | null;
  readonly timesRedeemed: number;
  readonly firstTimeOnly: boolean;
  readonly minimumAmount: number | null;
  readonly minimumCurrency: string | null;
}

export interface Discount {
  readonly id: string;
  readonly coupon: string;
  readonly promotionCode: string | null;
  readonly customer: string;
  readonly subscription: string | null;
  /** Set if it applies to one item of the subscription only. */
  readonly subscriptionItem?: string;
  readonly checkoutSession: string | null;
  readonly invoiceItem?: string;
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
