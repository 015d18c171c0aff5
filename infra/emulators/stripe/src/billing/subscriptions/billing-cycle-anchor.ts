import type { Recurrence } from '../../catalogue/price.ts';
import { exclusiveParameters, rejected } from '../../description/api-error.ts';
import { type AnchorDate, anchorAt, SECONDS_A_DAY } from '../../kinds/clock/calendar.ts';
import type { Context } from '../../kinds/context.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../../kinds/params/reader.ts';
import type { FirstAnchor, Subscription, SubscriptionItem } from '../billing-entities.ts';
import { firstEnd, shortestRecurrence } from '../changes/item-periods.ts';

/** The next date to anchor the billing cycle at. */
export const anchorDateParam = optional(
  object({
    day_of_month: integer(1, 31),
    hour: optional(integer(0, 23)),
    minute: optional(integer(0, 59)),
    month: optional(integer(1, 12)),
    second: optional(integer(0, 59)),
  }),
);

interface Given {
  readonly billing_cycle_anchor?: number | undefined;
  readonly billing_cycle_anchor_config?: ReadValue<typeof anchorDateParam>;
}

/** Stripe does not document the texts of these rejections, except that of two parameters at once. */
export function readAnchor(given: Given, recurrences: readonly Recurrence[], now: number) {
  const { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config } = given;
  if (anchor !== undefined && config !== undefined) {
    throw exclusiveParameters('billing_cycle_anchor, billing_cycle_anchor_config', 'billing_cycle_anchor');
  }
  if (anchor !== undefined && anchor <= now) {
    throw rejected('billing_cycle_anchor must be in the future.', 'billing_cycle_anchor');
  }
  if (config === undefined) return anchor ?? null;
  if (recurrences.some(({ interval }) => interval === 'day' || interval === 'week')) {
    throw rejected('billing_cycle_anchor_config can only be used with monthly and yearly prices.', {
      param: 'billing_cycle_anchor_config',
    });
  }
  return config;
}

export interface RequestedAnchor {
  readonly at: number | AnchorDate;
  readonly prorates: boolean;
}

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
    'billing_cycle_anchor',
  );
}
