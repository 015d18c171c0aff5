import type { Metadata } from './catalogue-entities.ts';

export interface Coupon {
  readonly id: string;
  readonly created: number;
  /** A deleted coupon still applies where it was already redeemed. */
  readonly deleted: boolean;
  readonly name: string | null;
  /** Null for an amount-off coupon. */
  readonly percentOff: number | null;
  /** In the smallest unit of `currency`; null for a percent-off coupon. */
  readonly amountOff: number | null;
  readonly currency: string | null;
  readonly duration: 'forever' | 'once' | 'repeating';
  readonly durationInMonths: number | null;
  readonly maxRedemptions: number | null;
  readonly redeemBy: number | null;
  readonly timesRedeemed: number;
  /** Products it applies to; null for all. */
  readonly products: readonly string[] | null;
  readonly metadata: Metadata;
}

export interface PromotionCode {
  readonly id: string;
  readonly created: number;
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
  readonly metadata: Metadata;
}

/** A coupon redeemed for a subscription, or for a one-time purchase's invoice. */
export interface Discount {
  readonly id: string;
  readonly coupon: string;
  readonly promotionCode: string | null;
  readonly customer: string;
  readonly subscription: string | null;
  readonly checkoutSession: string | null;
  readonly start: number;
  /** Null if it never ends, and for a one-invoice discount. */
  readonly end: number | null;
  /** The invoice a one-invoice discount was used for; null until used, and for longer discounts. */
  readonly spentOn: string | null;
}

/** A requested discount: exactly one of the three. */
export interface DiscountRequest {
  readonly coupon?: string | undefined;
  /** Id of a discount the subscription already has. */
  readonly discount?: string | undefined;
  readonly promotion_code?: string | undefined;
}

export interface DiscountAmount {
  readonly discount: string;
  readonly amount: number;
}
