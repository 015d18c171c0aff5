import { activeDiscounts } from '../../catalogue/coupon-discounts.ts';
import type { Context } from '../../kinds/context.ts';
import { emit, newId } from '../../kinds/objects.ts';
import { announceUpdate } from '../announce.ts';
import type { Subscription } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { inPhase } from './advance-schedule.ts';
import { type SchedulePhase, type SubscriptionSchedule, scheduleWire } from './subscription-schedule.ts';

export interface ScheduleSettings {
  readonly end_behavior?: SubscriptionSchedule['end_behavior'] | undefined;
  readonly default_payment_method: string | null;
  readonly metadata: SubscriptionSchedule['metadata'];
  readonly byPortal?: boolean;
}

export function newSchedule(
  { end_behavior = 'release', default_payment_method, metadata, byPortal = false }: ScheduleSettings,
  now: number,
): Omit<SubscriptionSchedule, 'customer' | 'phases' | 'test_clock'> {
  return {
    id: newId('sub_sched'),
    created: now,
    status: 'not_started',
    subscription: null,
    released_subscription: null,
    end_behavior,
    current_phase: null,
    endAnnounced: false,
    canceled_at: null,
    completed_at: null,
    released_at: null,
    default_payment_method,
    metadata,
    byPortal,
  };
}

/** Creates a schedule for a subscription, with its current period as the only phase. */
export function scheduleSubscription(
  context: Context,
  before: Subscription,
  settings: ScheduleSettings,
): SubscriptionSchedule {
  const now = context.time.now(before.test_clock);
  const schedule = context.store.schedules.put({
    ...newSchedule(settings, now),
    customer: before.customer,
    status: 'active',
    subscription: before.id,
    end_behavior: settings.end_behavior ?? (before.cancel_at === null ? 'release' : 'cancel'),
    phases: [phaseOfNow(context, before, now)],
    current_phase: 0,
    // The phase is a period that would end anyway.
    endAnnounced: true,
    test_clock: before.test_clock,
    ...(before.flexible === undefined ? {} : { flexible: before.flexible }),
  });
  const after = context.store.subscriptions.put({ ...before, schedule: schedule.id });
  emit(context, 'subscription_schedule.created', scheduleWire(context, schedule));
  announceUpdate(context, before, after);
  return schedule;
}

/** The subscription as it is now, until its period ends. */
function phaseOfNow(context: Context, subscription: Subscription, now: number): SchedulePhase {
  const { items, currency, default_payment_method, description, trial_end, status, cancel_at } = subscription;
  return {
    start_date: Math.min(...items.map(({ current_period_start }) => current_period_start)),
    end_date: cancel_at ?? latestPeriodEnd(subscription),
    ...inPhase(context, subscription),
    billing_cycle_anchor: null,
    currency,
    default_payment_method,
    description,
    discounts: activeDiscounts(context, subscription, now).map(({ id }) => ({ discount: id })),
    metadata: {},
    proration_behavior: 'create_prorations',
    trial_end: status === 'trialing' ? trial_end : null,
  };
}
