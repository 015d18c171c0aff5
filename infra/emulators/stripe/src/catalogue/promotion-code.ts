import type Stripe from 'stripe';
import type { Context } from '../kinds/context.ts';
import type { PromotionCode } from './discount-entities.ts';
import { isActive } from './redeemable.ts';

export function promotionCodeWire(context: Context, code: PromotionCode): Stripe.PromotionCode {
  return {
    id: code.id,
    object: 'promotion_code',
    active: isActive(context, code),
    code: code.code,
    created: code.created,
    customer: code.customer,
    customer_account: null,
    expires_at: code.expiresAt,
    livemode: false,
    max_redemptions: code.maxRedemptions,
    metadata: code.metadata,
    promotion: { coupon: code.coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: code.firstTimeOnly,
      minimum_amount: code.minimumAmount,
      minimum_amount_currency: code.minimumCurrency,
    },
    times_redeemed: code.timesRedeemed,
  };
}
