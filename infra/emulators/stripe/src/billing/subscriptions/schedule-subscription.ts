import type { Context } from '../../kinds/context.ts';
import { emit } from '../../kinds/events/emit.ts';
import { newId } from '../../kinds/store/identifiers.ts';
import type { Subscription } from '../billing-entities.ts';
import { latestPeriodEnd } from '../changes/change-periods.ts';
import { activeDiscounts } from './active-discounts.ts';
import { inPhase } from './advance-schedule.ts';
import { announceUpdate } from './announce-update.ts';
import type { SchedulePhase, SubscriptionSchedule } from './schedule-entities.ts';
import { scheduleWire } from './subscription-schedule.ts';

export interface ScheduleSettings {
  readonly endBehavior?: SubscriptionSchedule['endBehavior'] | undefined;
  readonly defaultPaymentMethod: string | null;
  readonly metadata: SubscriptionSchedule['metadata'];
  readonly byPortal?: boolean;
}

export function newSchedule(
  { endBehavior = 'release', defaultPaymentMethod, metadata, byPortal = false }: ScheduleSettings,
  now: number,
): Omit<SubscriptionSchedule, 'customer' | 'phases' | 'testClock'> {
  return {
    id: newId('sub_sched'),
    created: now,
    status: 'not_started',
    subscription: null,
    releasedSubscription: null,
    endBehavior,
    currentPhase: null,
    endAnnounced: false,
    canceledAt: null,
    completedAt: null,
    releasedAt: null,
    defaultPaymentMethod,
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
  const now = context.time.now(before.testClock);
  const schedule = context.store.schedules.put({
    ...newSchedule(settings, now),
    customer: before.customer,
    status: 'active',
    subscription: before.id,
    endBehavior: settings.endBehavior ?? (before.cancelAt === null ? 'release' : 'cancel'),
    phases: [phaseOfNow(context, before, now)],
    currentPhase: 0,
    // The phase is a period that would end anyway.
    endAnnounced: true,
    testClock: before.testClock,
    ...(before.flexible === undefined ? {} : { flexible: before.flexible }),
  });
  const after = context.store.subscriptions.put({ ...before, schedule: schedule.id });
  emit(context, 'subscription_schedule.created', scheduleWire(context, schedule));
  announceUpdate(context, before, after);
  return schedule;
}

/** The subscription as it is now, until its period ends. */
function phaseOfNow(context: Context, subscription: Subscription, now: number): SchedulePhase {
  const { items, currency, defaultPaymentMethod, description, trialEnd, status, cancelAt } = subscription;
  return {
    startDate: Math.min(...items.map(({ currentPeriodStart }) => currentPeriodStart)),
    endDate: cancelAt ?? latestPeriodEnd(subscription),
    ...inPhase(context, subscription),
    billingCycleAnchor: null,
    currency,
    defaultPaymentMethod,
    description,
    discounts: activeDiscounts(context, subscription, now).map(({ id }) => ({ discount: id })),
    metadata: {},
    prorationBehavior: 'create_prorations',
    trialEnd: status === 'trialing' ? trialEnd : null,
  };
}
