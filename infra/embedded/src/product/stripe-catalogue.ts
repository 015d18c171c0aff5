import {
  PLAN_CURRENCY,
  PLAN_INTERVAL,
  PLANS,
  planAmount,
  planLookupKey,
  planProductId,
} from '@outharbor/contract/plans';
import type { Seed } from '@outharbor/stripe-emulator';

/** Stripe products and monthly prices for each plan in the catalogue. */
export const products: Seed['products'] = PLANS.map((plan) => ({
  id: planProductId(plan),
  name: `${plan.title} plan`,
  description: `${plan.closings} successful closings a month`,
}));

export const prices: Seed['prices'] = PLANS.map((plan) => ({
  id: `price_${planLookupKey(plan).replace('_', '')}`,
  product: planProductId(plan),
  unitAmount: planAmount(plan),
  currency: PLAN_CURRENCY,
  lookupKey: planLookupKey(plan),
  recurring: { interval: PLAN_INTERVAL, intervalCount: 1 },
}));

export const STRIPE_CATALOGUE: Seed = { products, prices };
