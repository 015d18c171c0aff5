import { rejected } from '../../description/api-error.ts';
import { anchorAt } from '../../kinds/clock/anchor-date.ts';
import type { Context } from '../../kinds/context.ts';
import type { FirstAnchor, SubscriptionItem } from '../billing-entities.ts';
import { firstEnd, shortestRecurrence } from '../changes/item-periods.ts';
import type { RequestedAnchor } from './first-anchor.ts';

/** The anchor of a subscription that starts `now`. */
export function chooseAnchor(
  context: Context,
  { at: requested, prorates }: RequestedAnchor,
  items: readonly Pick<SubscriptionItem, 'price'>[],
  now: number,
): FirstAnchor {
  if (typeof requested !== 'number') {
    const at = anchorAt(requested, shortestRecurrence(context, items, now), now);
    return { at, date: requested, prorates };
  }
  const natural = firstEnd(context, items, now);
  if (requested <= natural) return { at: requested, date: null, prorates };
  throw rejected(
    `billing_cycle_anchor cannot be later than next natural billing date (${natural}) for plan`,
    {
      param: 'billing_cycle_anchor',
    },
  );
}
