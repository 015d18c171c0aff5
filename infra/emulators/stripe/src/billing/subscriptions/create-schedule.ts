import { requireCustomer } from '../../customers/customer.ts';
import { missingParameter, rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { changedMetadata } from '../../kinds/params/metadata.ts';
import type { Subscription } from '../billing-entities.ts';
import { rejectFullCustomer } from '../test-clock-limits.ts';
import { advanceSchedule } from './advance-schedule.ts';
import { readBillingMode } from './billing-mode-param.ts';
import type { SubscriptionSchedule } from './schedule-entities.ts';
import { type CreateSchedule, readDefaultMethod } from './schedule-params.ts';
import { readPhases } from './schedule-phases.ts';
import { newSchedule, type ScheduleSettings, scheduleSubscription } from './schedule-subscription.ts';
import { requireSubscription } from './subscription.ts';
import { putSchedule } from './subscription-schedule.ts';
import { hasEnded } from './subscription-status.ts';

/** Creates a schedule for an existing subscription, or one that will start its own. */
export function createSchedule(context: Context, given: CreateSchedule): SubscriptionSchedule {
  return given.from_subscription === undefined
    ? createFromPhases(context, given)
    : createFromSubscription(context, given, given.from_subscription);
}

function createFromPhases(context: Context, given: CreateSchedule): SubscriptionSchedule {
  if (given.customer === undefined) throw missingParameter('customer');
  if (given.start_date === undefined) throw missingParameter('start_date');
  if (given.phases === undefined || given.phases.length === 0) throw missingParameter('phases');
  const customer = requireCustomer(context, given.customer, 'customer');
  rejectFullCustomer(context, customer);
  const now = context.time.now(customer.test_clock);
  const start = given.start_date === 'now' ? now : given.start_date;
  if (start < now) throw rejected('`start_date` must not be in the past.', { param: 'start_date' });
  const flexible = readBillingMode(given.billing_mode, 'billing_mode', now);
  const schedule = putSchedule(context, 'subscription_schedule.created', {
    ...newSchedule(givenSettings(context, given, customer.id), now),
    customer: customer.id,
    phases: readPhases(context, given.phases, {
      schedule: { customer: customer.id, ...(flexible === undefined ? {} : { flexible }) },
      start,
      now,
    }),
    test_clock: customer.test_clock,
    ...(flexible === undefined ? {} : { flexible }),
  });
  return advanceSchedule(context, schedule, now);
}

function createFromSubscription(context: Context, given: CreateSchedule, id: string): SubscriptionSchedule {
  for (const name of ['billing_mode', 'customer', 'phases', 'start_date'] as const) {
    if (given[name] === undefined) continue;
    throw rejected(`You cannot set \`${name}\` if \`from_subscription\` is set.`, { param: name });
  }
  const subscription = requireSubscription(context, id, 'from_subscription');
  rejectUnschedulable(subscription);
  return scheduleSubscription(context, subscription, givenSettings(context, given, subscription.customer));
}

function rejectUnschedulable({ schedule, ...subscription }: Subscription): void {
  if (schedule != null) {
    throw rejected(
      `You cannot migrate a subscription that is already attached to a schedule: \`${schedule}\`.`,
      { param: 'from_subscription' },
    );
  }
  if (!hasEnded(subscription) && subscription.status !== 'incomplete') return;
  throw rejected(`You cannot migrate a subscription in the \`${subscription.status}\` status.`, {
    param: 'from_subscription',
  });
}

function givenSettings(context: Context, given: CreateSchedule, customer: string): ScheduleSettings {
  return {
    end_behavior: given.end_behavior,
    default_payment_method: readDefaultMethod(context, given, customer) ?? null,
    metadata: changedMetadata({}, given.metadata),
  };
}
