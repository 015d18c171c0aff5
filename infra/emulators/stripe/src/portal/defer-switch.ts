import type { Subscription } from '../billing/billing-entities.ts';
import { releaseSchedule } from '../billing/subscriptions/end-schedule.ts';
import { scheduleSubscription } from '../billing/subscriptions/schedule-subscription.ts';
import {
  changeSchedule,
  isRunning,
  type SchedulePhase,
  type SubscriptionSchedule,
} from '../billing/subscriptions/subscription-schedule.ts';
import { type Price, requirePrice, requireRecurrence } from '../catalogue/price.ts';
import { computeCost } from '../catalogue/price-cost.ts';
import { nextPeriodEnd } from '../kinds/clock/calendar.ts';
import { type Context, requireFound } from '../kinds/context.ts';
import type { UpdateFeature } from './portal-entities.ts';
import type { PlanChoice } from './switch-plan.ts';

/**
 * Whether any of the configured conditions defers this switch to the period end. Never applies to a
 * subscription that is about to end, or that has a schedule not created by the portal.
 */
export function isDeferred(
  context: Context,
  { schedule_at_period_end: { conditions } }: UpdateFeature,
  subscription: Subscription,
  choice: PlanChoice,
): boolean {
  const { store } = context;
  const [item] = subscription.items;
  const isAccounts = subscription.schedule != null && ownSchedule(context, subscription) === undefined;
  if (item === undefined || subscription.cancel_at !== null || isAccounts) return false;
  const before = requirePrice(store, item.price, subscription.currency);
  const after = requirePrice(store, choice.price, subscription.currency);
  const meets = {
    decreasing_item_amount: computeCost(after, choice.quantity) < computeCost(before, item.quantity),
    shortening_interval: periodLength(after) < periodLength(before),
  };
  return conditions.some(({ type }) => meets[type]);
}

const periodLength = (price: Price) => nextPeriodEnd(0, requireRecurrence(price), 0);

function ownSchedule({ store }: Context, { schedule: id }: Subscription): SubscriptionSchedule | undefined {
  const schedule = store.schedules.get(id ?? '');
  return schedule?.byPortal === true && isRunning(schedule) ? schedule : undefined;
}

/** Schedules a switch for the period end. The schedule is released one period after that. */
export function deferSwitch(context: Context, before: Subscription, choice: PlanChoice): void {
  // A previous switch's schedule runs until the end of the new plan's first period.
  const subscription = cancelDeferredSwitch(context, before);
  const schedule = scheduleSubscription(context, subscription, {
    end_behavior: 'release',
    default_payment_method: null,
    metadata: {},
    byPortal: true,
  });
  const [now] = schedule.phases;
  const [had] = now?.items ?? [];
  if (now === undefined || had === undefined) throw new Error('the subscription has no item');
  const recurrence = requireRecurrence(requirePrice(context.store, choice.price));
  const next: SchedulePhase = {
    ...now,
    start_date: now.end_date,
    end_date: nextPeriodEnd(now.end_date, recurrence, now.end_date),
    items: [{ ...had, ...choice }],
    proration_behavior: 'none',
    trial_end: null,
  };
  changeSchedule(context, schedule, { ...schedule, phases: [now, next] });
}

/** The plan a deferred switch will lead to, if there is one, and when in Unix seconds. */
export function upcomingSwitch(context: Context, subscription: Subscription) {
  const schedule = ownSchedule(context, subscription);
  const next = schedule?.phases[(schedule.current_phase ?? 0) + 1];
  const [item] = next?.items ?? [];
  return next && item && { item, at: next.start_date };
}

/** Cancels a deferred switch by releasing the portal's schedule. */
export function cancelDeferredSwitch(context: Context, subscription: Subscription): Subscription {
  const schedule = ownSchedule(context, subscription);
  if (schedule === undefined) return subscription;
  releaseSchedule(context, schedule, context.time.now(subscription.test_clock));
  return requireFound(context.store.subscriptions.get(subscription.id), 'the subscription of a schedule');
}
