import type { Metadata } from './catalogue-entities.ts';

export interface Coupon {
  readonly id: string;
  readonly created: number;
  /** A deleted coupon still counts where it was redeemed. */
  readonly deleted: boolean;
  readonly name: string | null;
  /** Percent, or null for an amount. */
  readonly percentOff: number | null;
  /** In the smallest unit of `currency`, or null for a percentage. */
  readonly amountOff: number | null;
  readonly currency: string | null;
  readonly duration: 'forever' | 'once' | 'repeating';
  readonly durationInMonths: number | null;
  readonly maxRedemptions: number | null;
  readonly redeemBy: number | null;
  readonly timesRedeemed: number;
  /** The products that it is for; null for all. */
  readonly products: readonly string[] | null;
  readonly metadata: Metadata;
}

export interface PromotionCode {
  readonly id: string;
  readonly created: number;
  readonly code: string;
  readonly coupon: string;
  /** As it was set; a code that is used up or over is not active either. */
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

/** A coupon that was redeemed for a subscription, or for the invoice of a one-time purchase. */
export interface Discount {
  readonly id: string;
  readonly coupon: string;
  readonly promotionCode: string | null;
  readonly customer: string;
  readonly subscription: string | null;
  readonly checkoutSession: string | null;
  readonly start: number;
  /** Null for one that lasts, and for one that is for one invoice. */
  readonly end: number | null;
  /** The one invoice that it was for; null until then, and for one that is for more. */
  readonly spentOn: string | null;
}

/** A discount that is asked for: exactly one of the three. */
export interface WantedDiscount {
  readonly coupon?: string | undefined;
  /** One that the subscription has. */
  readonly discount?: string | undefined;
  readonly promotion_code?: string | undefined;
}

/** What is taken off, and by which discount. */
export interface DiscountAmount {
  readonly discount: string;
  readonly amount: number;
}
