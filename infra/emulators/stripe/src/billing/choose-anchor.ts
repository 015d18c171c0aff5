import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import type { FirstAnchor, SubscriptionItem } from '../state/billing-entities.ts';
import type { RequestedAnchor } from '../state/session-options.ts';
import { anchorAt } from '../time/anchor-date.ts';
import { firstEnd, shortestRecurrence } from './item-periods.ts';

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
