import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { isRunning, type SubscriptionSchedule } from '../state/schedule-entities.ts';
import { scheduleWire } from '../wire/schedule-wire.ts';
import { announceUpdate } from './announce-update.ts';

/** Lets the subscription of a schedule go on without it; `keepsEnd` leaves the end that the schedule has set. */
export function releaseSchedule(
  context: Context,
  schedule: SubscriptionSchedule,
  now: number,
  keepsEnd = false,
): SubscriptionSchedule {
  const { store } = context;
  const released = store.schedules.put({
    ...schedule,
    status: 'released',
    releasedAt: now,
    releasedSubscription: schedule.subscription,
    subscription: null,
    currentPhase: null,
  });
  emit(context, 'subscription_schedule.released', scheduleWire(context, released));
  const subscription = store.subscriptions.get(schedule.subscription ?? '');
  if (subscription !== undefined) detach(context, subscription, schedule, keepsEnd);
  return released;
}

function detach(
  context: Context,
  before: Subscription,
  { endBehavior }: SubscriptionSchedule,
  keepsEnd: boolean,
): void {
  const staysSo = endBehavior === 'release' || keepsEnd;
  const after = context.store.subscriptions.put({
    ...before,
    schedule: null,
    ...(staysSo ? {} : { cancelAt: null, canceledAt: null }),
  });
  announceUpdate(context, before, after);
}

/** The schedule of a subscription that has ended: all of its phases have passed, or it was cancelled before. */
export function endWithSubscription(context: Context, { schedule: id }: Subscription, now: number): void {
  const { store } = context;
  const schedule = store.schedules.get(id ?? '');
  if (schedule === undefined || !isRunning(schedule)) return;
  if (schedule.phases.some(({ endDate }) => endDate > now)) {
    endEarly(context, schedule, now);
    return;
  }
  const completed = store.schedules.put({
    ...schedule,
    currentPhase: null,
    status: 'completed',
    completedAt: now,
  });
  emit(context, 'subscription_schedule.completed', scheduleWire(context, completed));
}

/** Cancels a schedule whose subscription has ended, or has never begun. */
export function endEarly(
  context: Context,
  schedule: SubscriptionSchedule,
  now: number,
): SubscriptionSchedule {
  const canceled = context.store.schedules.put({
    ...schedule,
    currentPhase: null,
    status: 'canceled',
    canceledAt: now,
  });
  emit(context, 'subscription_schedule.canceled', scheduleWire(context, canceled));
  return canceled;
}
