import { putSchedule } from '../billing/advance-schedule.ts';
import { releaseSchedule } from '../billing/end-schedule.ts';
import { scheduleSubscription } from '../billing/schedule-subscription.ts';
import type { Context } from '../context.ts';
import { requireFound, requirePrice } from '../lookup/require.ts';
import type { Subscription } from '../state/billing-entities.ts';
import type { Price } from '../state/catalogue-entities.ts';
import type { UpdateFeature } from '../state/portal-entities.ts';
import {
  isRunning,
  type PhaseItem,
  type SchedulePhase,
  type SubscriptionSchedule,
} from '../state/schedule-entities.ts';
import { nextPeriodEnd } from '../time/calendar.ts';
import type { PlanChoice } from './switch-plan.ts';

/**
 * Whether the configuration puts this switch off until the period ends: any one of its conditions suffices. A
 * subscription that ends then has nothing to put it off to.
 */
export function isPutOff(
  { store }: Context,
  { putOff }: UpdateFeature,
  { items: [item], cancelAt }: Subscription,
  choice: PlanChoice,
): boolean {
  if (item === undefined || cancelAt !== null) return false;
  const before = requirePrice(store, item.price);
  const after = requirePrice(store, choice.price);
  const meets = {
    decreasing_item_amount: after.unitAmount * choice.quantity < before.unitAmount * item.quantity,
    shortening_interval: lengthOf(after) < lengthOf(before),
  };
  return putOff.some((condition) => meets[condition]);
}

const lengthOf = (price: Price) =>
  nextPeriodEnd(0, requireFound(price.recurring ?? undefined, 'a recurring price'), 0);

/** Schedules a switch for the end of the period, where the schedule lets go of the subscription a period later. */
export function putOffSwitch(context: Context, subscription: Subscription, choice: PlanChoice): void {
  const [item] = subscription.items;
  const schedule = scheduleSubscription(context, subscription, {
    endBehavior: 'release',
    defaultPaymentMethod: null,
    metadata: {},
  });
  const [now] = schedule.phases;
  const [had] = now?.items ?? [];
  if (item === undefined || now === undefined || had === undefined) throw new Error('a plan without an item');
  const recurrence = requireFound(
    requirePrice(context.store, choice.price).recurring ?? undefined,
    'a recurring price',
  );
  const next: SchedulePhase = {
    ...now,
    startDate: now.endDate,
    endDate: nextPeriodEnd(now.endDate, recurrence, now.endDate),
    items: [{ ...had, ...choice }],
    prorationBehavior: 'none',
    trialEnd: null,
  };
  putSchedule(context, schedule, { phases: [now, next] });
}

interface PutOff {
  readonly schedule: SubscriptionSchedule;
  readonly item: PhaseItem;
  /** Unix seconds. */
  readonly at: number;
}

/** What the plan of a subscription will be, where a schedule has something planned for it. */
export function switchAhead({ store }: Context, { schedule: id }: Subscription): PutOff | undefined {
  const schedule = store.schedules.get(id ?? '');
  if (schedule === undefined || !isRunning(schedule)) return undefined;
  const next = schedule.phases[(schedule.currentPhase ?? 0) + 1];
  const [item] = next?.items ?? [];
  return next && item && { schedule, item, at: next.startDate };
}

/** Leaves the subscription as it is now. */
export function takeBackSwitch(context: Context, subscription: Subscription): void {
  const ahead = switchAhead(context, subscription);
  if (ahead === undefined) return;
  releaseSchedule(context, ahead.schedule, context.time.now(subscription.testClock));
}
