import { PLAN_CURRENCY, PLAN_INTERVAL, PLANS } from '@outharbor/contract/plans';
import type { Seed } from '@outharbor/stripe-emulator';

/** The account as the product expects it: each plan of the catalogue as a product with its monthly price. */
export const products: Seed['products'] = PLANS.map((plan) => ({
  id: plan.productId,
  name: `${plan.title} plan`,
  description: `${plan.closings} successful closings a month`,
}));

export const prices: Seed['prices'] = PLANS.map((plan) => ({
  id: `price_${plan.lookupKey.replace('_', '')}`,
  product: plan.productId,
  unitAmount: plan.price * 100,
  currency: PLAN_CURRENCY,
  lookupKey: plan.lookupKey,
  recurring: { interval: PLAN_INTERVAL, intervalCount: 1 },
}));

export const STRIPE_CATALOGUE: Seed = { products, prices };
