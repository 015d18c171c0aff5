import type { Context } from '../../kinds/context.ts';
import { changeSubscription } from '../announce.ts';
import type { Subscription } from '../billing-entities.ts';
import { isRunning, putSchedule, type SubscriptionSchedule } from './subscription-schedule.ts';

const ABORTED = 'subscription_schedule.aborted';
const CANCELED = 'subscription_schedule.canceled';

/** Detaches a schedule, whose end date goes unless `keepsEnd`. An end that was requested before the schedule stays. */
export function releaseSchedule(
  context: Context,
  schedule: SubscriptionSchedule,
  now: number,
  keepsEnd = false,
): SubscriptionSchedule {
  const { store } = context;
  const released = putSchedule(context, 'subscription_schedule.released', {
    ...schedule,
    status: 'released',
    released_at: now,
    released_subscription: schedule.subscription,
    subscription: null,
    current_phase: null,
  });
  const subscription = store.subscriptions.get(schedule.subscription ?? '');
  if (subscription !== undefined) detach(context, subscription, schedule, keepsEnd);
  return released;
}

function detach(
  context: Context,
  before: Subscription,
  { end_behavior }: SubscriptionSchedule,
  keepsEnd: boolean,
): void {
  const staysSo = end_behavior === 'release' || keepsEnd || before.cancel_at_period_end;
  changeSubscription(context, before, {
    ...before,
    schedule: null,
    ...(staysSo ? {} : { cancel_at: null, canceled_at: null }),
  });
}

/** Completes the schedule of an ended subscription, or cancels it if phases remain. */
export function endWithSubscription(
  context: Context,
  { cancellation_details, schedule: id }: Subscription,
  now: number,
): void {
  const { store } = context;
  const schedule = store.schedules.get(id ?? '');
  if (schedule === undefined || !isRunning(schedule)) return;
  if (schedule.phases.some(({ end_date }) => end_date > now)) {
    const { reason } = cancellation_details;
    endEarly(context, schedule, now, reason === 'payment_failed' ? ABORTED : CANCELED);
    return;
  }
  putSchedule(context, 'subscription_schedule.completed', {
    ...schedule,
    current_phase: null,
    status: 'completed',
    completed_at: now,
  });
}

/** Cancels a schedule whose subscription has ended or never started. */
export function endEarly(
  context: Context,
  schedule: SubscriptionSchedule,
  now: number,
  event: typeof ABORTED | typeof CANCELED = CANCELED,
): SubscriptionSchedule {
  return putSchedule(context, event, {
    ...schedule,
    current_phase: null,
    status: 'canceled',
    canceled_at: now,
  });
}
