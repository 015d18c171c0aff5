/** Plans for tests and demo data, whatever the catalogue holds. */
import { formatMoney } from '../money.ts';
import { PLAN_CURRENCY, PLANS, type Plan, planAmount } from '../plans.ts';

function required(plan: Plan | undefined): Plan {
  if (plan === undefined) throw new Error('The plan catalogue is empty.');
  return plan;
}

export const FIRST = required(PLANS[0]);
export const NEXT = PLANS[1] ?? FIRST;
export const LAST = required(PLANS.at(-1));

/** A month's price as receipts show it. */
export const fullPrice = (plan: Plan) => formatMoney(planAmount(plan), PLAN_CURRENCY);
