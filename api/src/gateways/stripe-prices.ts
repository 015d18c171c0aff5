import { PLAN_CURRENCY, PLAN_INTERVAL, PLANS, type Plan, type PlanName } from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import { AppError } from '../errors/app-error.ts';
import { expectList } from './stripe-mapping.ts';

/** Finds the price of a plan by its lookup key, once per process. */
export function createPriceFinder(stripe: Stripe): (plan: PlanName) => Promise<string> {
  const known = new Map<PlanName, string>();
  return async (name) => {
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const page = await stripe.prices.list({
      active: true,
      lookup_keys: PLANS.map((plan) => plan.lookupKey),
    });
    const prices = expectList(page);
    for (const plan of PLANS) {
      const price = prices.find((candidate) => candidate.lookup_key === plan.lookupKey);
      if (price !== undefined && sellsPlan(price, plan)) known.set(plan.name, price.id);
    }
    const found = known.get(name);
    if (found === undefined)
      throw new AppError('internal_error', { cause: new Error(`no price sells the plan ${name}`) });
    return found;
  };
}

/** A price that somebody changed by hand is not sold. */
export function sellsPlan(price: Stripe.Price, plan: Plan): boolean {
  return (
    price.unit_amount === plan.price * 100 &&
    price.currency === PLAN_CURRENCY &&
    price.recurring?.interval === PLAN_INTERVAL &&
    price.recurring.interval_count === 1
  );
}
