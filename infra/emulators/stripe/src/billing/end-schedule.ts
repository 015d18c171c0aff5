import type { Context } from '../context.ts';
import { emit } from '../events.ts';
import type { Subscription } from '../state/billing-entities.ts';
import { isRunning, type SubscriptionSchedule } from '../state/schedule-entities.ts';
import { scheduleWire } from '../wire/schedule-wire.ts';
import { announceUpdate } from './announce-update.ts';

/** Detaches a schedule from its subscription; `keepsEnd` keeps the end date that the schedule set. */
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

/** Completes the schedule of an ended subscription, or cancels it if phases remain. */
export function endWithSubscription(
  context: Context,
  { cancellationDetails, schedule: id }: Subscription,
  now: number,
): void {
  const { store } = context;
  const schedule = store.schedules.get(id ?? '');
  if (schedule === undefined || !isRunning(schedule)) return;
  if (schedule.phases.some(({ endDate }) => endDate > now)) {
    endEarly(
      context,
      schedule,
      now,
      cancellationDetails.reason === 'payment_failed' ? 'aborted' : 'canceled',
    );
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

/** Cancels a schedule whose subscription has ended or never started. */
export function endEarly(
  context: Context,
  schedule: SubscriptionSchedule,
  now: number,
  announced: 'aborted' | 'canceled' = 'canceled',
): SubscriptionSchedule {
  const canceled = context.store.schedules.put({
    ...schedule,
    currentPhase: null,
    status: 'canceled',
    canceledAt: now,
  });
  emit(context, `subscription_schedule.${announced}`, scheduleWire(context, canceled));
  return canceled;
}
