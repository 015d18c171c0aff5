import {
  PLAN_CURRENCY,
  PLAN_INTERVAL,
  PLANS,
  type Plan,
  type PlanName,
  planAmount,
  planLookupKey,
  planProductId,
} from '@outharbor/contract/plans';
import type Stripe from 'stripe';
import { AppError } from '../../errors/app-error.ts';
import { toId } from './mapping.ts';

/** Upper bound on how long an outdated price is still sold. */
const KEEP_MS = 60_000;

export interface PriceFinder {
  find(plan: PlanName): Promise<string>;
  /** Refetches all prices from Stripe. */
  refresh(): Promise<void>;
}

/** Finds prices by lookup key; one call fetches and caches all of them. */
export function createPriceFinder(stripe: Stripe, now: () => number = Date.now): PriceFinder {
  let known: ReadonlyMap<PlanName, string> = new Map();
  let until = 0;

  const refresh = async () => {
    const page = await stripe.prices.list({
      active: true,
      lookup_keys: PLANS.map(planLookupKey),
    });
    const prices = page.data;
    const found = PLANS.flatMap((plan) => {
      const price = prices.find((candidate) => sellsPlan(candidate, plan));
      return price === undefined ? [] : [[plan.name, price.id] as const];
    });
    known = new Map(found);
    until = now() + KEEP_MS;
  };

  return {
    refresh,
    async find(name) {
      if (now() >= until) await refresh();
      const price = known.get(name);
      if (price !== undefined) return price;
      until = 0;
      throw notForSale(name);
    },
  };
}

export const notForSale = (
  plan: PlanName,
  cause: unknown = new Error('no price in Stripe sells it'),
): AppError => {
  const message = `The plan ${PLANS.find(({ name }) => name === plan)?.title} is not for sale at the moment.`;
  return new AppError('plan_not_for_sale', { cause, message });
};

/** Rejects a price that was edited by hand, or whose lookup key was moved to another product. */
export function sellsPlan(price: Stripe.Price, plan: Plan): boolean {
  return (
    price.lookup_key === planLookupKey(plan) &&
    toId(price.product) === planProductId(plan) &&
    price.unit_amount === planAmount(plan) &&
    price.currency === PLAN_CURRENCY &&
    price.recurring?.interval === PLAN_INTERVAL &&
    price.recurring.interval_count === 1
  );
}
