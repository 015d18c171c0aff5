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
    expires_at: code.expires_at,
    livemode: false,
    max_redemptions: code.max_redemptions,
    metadata: code.metadata,
    promotion: { coupon: code.coupon, type: 'coupon' },
    restrictions: {
      first_time_transaction: code.first_time_transaction,
      minimum_amount: code.minimum_amount,
      minimum_amount_currency: code.minimum_amount_currency,
    },
    times_redeemed: code.times_redeemed,
  };
}
