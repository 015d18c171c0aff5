import type { AnchorDate } from '../../kinds/clock/anchor-date.ts';
import type { FirstAnchor, Subscription } from '../billing-entities.ts';

export interface RequestedAnchor {
  readonly at: number | AnchorDate;
  readonly prorates: boolean;
}

const SECONDS_A_DAY = 86_400;

/** The anchor that the request for the subscription set, unless it has been reset since. */
export function findFirstAnchor({
  billing_cycle_anchor,
  firstAnchor,
}: Subscription): FirstAnchor | undefined {
  return firstAnchor?.at === billing_cycle_anchor ? firstAnchor : undefined;
}

export function findTrialEnd(
  { trial }: { readonly trial: { readonly days: number } | { readonly end: number } | null },
  start: number,
): number | null {
  if (trial === null) return null;
  return 'end' in trial ? trial.end : start + trial.days * SECONDS_A_DAY;
}
