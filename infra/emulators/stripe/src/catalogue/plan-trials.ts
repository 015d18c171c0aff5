import { rejected, unknownParameters } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import { flag, optional } from '../kinds/params/reader.ts';
import type { Store } from '../kinds/store/store.ts';

/** Since then, checkouts no longer know it. */
const REMOVED_FROM_CHECKOUT = '2022-08-01';

interface Trials {
  readonly trial_from_plan?: boolean | undefined;
  readonly trial_end?: number | 'now' | undefined;
  readonly trial_period_days?: number | undefined;
}

export const trialFromPlan = optional(flag);

/** The days of a trial: the longest of the prices', if the request asks for it. */
export function findTrialDays(
  { prices }: Store,
  given: Trials,
  items: readonly { readonly price?: string | undefined }[] = [],
): number | undefined {
  if (given.trial_from_plan !== true) return given.trial_period_days;
  if (given.trial_end !== undefined || given.trial_period_days !== undefined) {
    throw rejected('You cannot set `trial_end` or `trial_period_days` when `trial_from_plan=true`.');
  }
  const days = items.map(({ price }) => prices.get(price ?? '')?.recurring?.trial_period_days ?? 0);
  return Math.max(0, ...days) || undefined;
}

export function rejectInCheckout({ cause }: Context, { trial_from_plan: given }: Trials): void {
  if (given === undefined || cause.version < REMOVED_FROM_CHECKOUT) return;
  const param = 'subscription_data[trial_from_plan]';
  throw unknownParameters([param]);
}
