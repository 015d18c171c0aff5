import { PLAN_NAMES } from './plans.ts';

/** A subscription that the agency arranged outside the catalogue, such as one at a price of its own. */
export const SPECIAL_PLAN = 'special';

/** What a person can have: a plan of the catalogue, or an arrangement that is not for sale on the site. */
export const GRANTED_PLANS = [...PLAN_NAMES, SPECIAL_PLAN] as const;
export type GrantedPlan = (typeof GRANTED_PLANS)[number];
