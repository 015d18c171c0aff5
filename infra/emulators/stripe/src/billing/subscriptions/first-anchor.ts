import type { FirstAnchor, Subscription } from '../billing-entities.ts';

/** The anchor that the request for the subscription set, unless it has been reset since. */
export function findFirstAnchor({ billingCycleAnchor, firstAnchor }: Subscription): FirstAnchor | undefined {
  return firstAnchor?.at === billingCycleAnchor ? firstAnchor : undefined;
}
