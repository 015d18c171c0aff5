import type { Context } from '../context.ts';
import type { SubscriptionItem } from '../state/billing-entities.ts';
import { aroundNow, untilAnchor } from './item-periods.ts';

type Priced = Pick<SubscriptionItem, 'price'>;

/** The items in the period that `now` is in if the subscription starts now, or started at an anchor that has passed. */
export function firstPeriods<T extends Priced>(
  context: Context,
  items: readonly T[],
  now: number,
  anchor: number,
) {
  return anchor > now ? untilAnchor(context, items, now, anchor) : aroundNow(context, items, now, anchor);
}
