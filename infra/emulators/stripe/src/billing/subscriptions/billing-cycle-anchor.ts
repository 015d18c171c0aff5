import type { Recurrence } from '../../catalogue/price.ts';
import { exclusiveParameters, rejected } from '../../description/api-error.ts';
import type { AnchorDate } from '../../kinds/clock/anchor-date.ts';
import { object } from '../../kinds/params/composite.ts';
import { integer, optional, type ReadValue } from '../../kinds/params/reader.ts';

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
    throw rejected('billing_cycle_anchor must be in the future.', { param: 'billing_cycle_anchor' });
  }
  if (config === undefined) return anchor ?? null;
  if (recurrences.some(({ interval }) => interval === 'day' || interval === 'week')) {
    throw rejected('billing_cycle_anchor_config can only be used with monthly and yearly prices.', {
      param: 'billing_cycle_anchor_config',
    });
  }
  return toDate(config);
}

function toDate({
  day_of_month: dayOfMonth,
  ...rest
}: NonNullable<ReadValue<typeof anchorDateParam>>): AnchorDate {
  return { dayOfMonth, ...rest };
}
