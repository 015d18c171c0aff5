import type { FirstAnchor, Subscription } from '../billing-entities.ts';

/** The anchor that the request for the subscription set, unless it has been reset since. */
export function findFirstAnchor({
  billing_cycle_anchor,
  firstAnchor,
}: Subscription): FirstAnchor | undefined {
  return firstAnchor?.at === billing_cycle_anchor ? firstAnchor : undefined;
}
