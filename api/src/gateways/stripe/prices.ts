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
import type { StripeContext } from './client.ts';
import { toId } from './mapping.ts';

/** Upper bound on how long an outdated price is still sold. */
const KEEP_MS = 60_000;

/** Finds a plan's price by its lookup key; one call fetches and keeps those of all plans. */
export async function findPrice(context: StripeContext, name: PlanName): Promise<string> {
  const isFresh = context.prices !== undefined && Date.now() < context.prices.until;
  const price = isFresh ? context.prices?.ofPlan.get(name) : undefined;
  return price ?? findCurrentPrice(context, name);
}

/** Unlike `findPrice`, never one that was replaced a moment ago. */
export async function findCurrentPrice(context: StripeContext, name: PlanName): Promise<string> {
  const { data } = await context.stripe.prices.list({ active: true, lookup_keys: PLANS.map(planLookupKey) });
  const found = PLANS.flatMap((plan) => {
    const price = data.find((candidate) => sellsPlan(candidate, plan));
    return price === undefined ? [] : [[plan.name, price.id] as const];
  });
  const ofPlan = new Map(found);
  context.prices = { ofPlan, until: Date.now() + KEEP_MS };
  const price = ofPlan.get(name);
  if (price === undefined) throw notForSale(name);
  return price;
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
