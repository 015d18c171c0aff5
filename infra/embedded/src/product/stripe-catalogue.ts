import {
  amountOf,
  lookupKeyOf,
  PLAN_CURRENCY,
  PLAN_INTERVAL,
  PLANS,
  productIdOf,
} from '@outharbor/contract/plans';
import type { Seed } from '@outharbor/stripe-emulator';

/** Stripe products and monthly prices for each plan in the catalogue. */
export const products: Seed['products'] = PLANS.map((plan) => ({
  id: productIdOf(plan),
  name: `${plan.title} plan`,
  description: `${plan.closings} successful closings a month`,
}));

export const prices: Seed['prices'] = PLANS.map((plan) => ({
  id: `price_${lookupKeyOf(plan).replace('_', '')}`,
  product: productIdOf(plan),
  unitAmount: amountOf(plan),
  currency: PLAN_CURRENCY,
  lookupKey: lookupKeyOf(plan),
  recurring: { interval: PLAN_INTERVAL, intervalCount: 1 },
}));

export const STRIPE_CATALOGUE: Seed = { products, prices };
