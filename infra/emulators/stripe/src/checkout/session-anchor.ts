import {
  anchorDateParam,
  chooseAnchor,
  type RequestedAnchor,
  readAnchor,
} from '../billing/subscriptions/billing-cycle-anchor.ts';
import { exclusiveParameters, nestParam, rejected, renamingParams } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import type { ReadFields } from '../kinds/params/composite.ts';
import { integer, optional } from '../kinds/params/reader.ts';
import type { LineItemRequest } from './create-session.ts';
import { describedData } from './read-session-options.ts';

export const anchorFields = {
  billing_cycle_anchor: optional(integer(0)),
  billing_cycle_anchor_config: anchorDateParam,
  ...describedData('proration_behavior'),
} as const;

type Given = Partial<ReadFields<typeof anchorFields>> & {
  readonly [Trial in (typeof TRIALS)[number]]?: number | undefined;
};

const ANCHORS = ['billing_cycle_anchor', 'billing_cycle_anchor_config'] as const;
const TRIALS = ['trial_end', 'trial_period_days'] as const;

const inSubscriptionData = nestParam('subscription_data');

/** Stripe does not document what `proration_behavior` does without an anchor; here it has no effect. */
export function readSessionAnchor(
  context: Context,
  given: Given,
  line_items: readonly LineItemRequest[],
  now: number,
): RequestedAnchor | undefined {
  return renamingParams(inSubscriptionData, () => {
    rejectTrial(given);
    const prices = line_items.flatMap(({ price }) => context.store.prices.get(price) ?? []);
    const recurring = prices.filter((price) => price.recurring !== null);
    const recurrences = recurring.flatMap((price) => price.recurring ?? []);
    const at = readAnchor(given, recurrences, now);
    if (at === null) return undefined;
    const anchor = { at, prorates: given.proration_behavior !== 'none' };
    // Other rules tell what is wrong with a session that sells no subscription.
    if (recurring.length === 0) return anchor;
    const bought = recurring.map(({ id }) => ({ price: id }));
    chooseAnchor(context, anchor, bought, now);
    if (!anchor.prorates && recurring.length < prices.length) {
      throw rejected('One-time prices cannot be used when `proration_behavior` is `none`.', {
        param: 'proration_behavior',
      });
    }
    return anchor;
  });
}

function rejectTrial(given: Given): void {
  const anchor = ANCHORS.find((name) => given[name] !== undefined);
  const trial = TRIALS.find((name) => given[name] !== undefined);
  if (anchor !== undefined && trial !== undefined) throw exclusiveParameters(`${anchor}, ${trial}`, anchor);
}
