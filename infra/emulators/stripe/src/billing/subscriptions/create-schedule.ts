import type Stripe from 'stripe';
import { requireCustomer } from '../../customers/customer.ts';
import { exclusiveParameters, missingParameter, rejected } from '../../description/api-error.ts';
import { defined } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { callParams, describedParams, off } from '../../kinds/params/as-described.ts';
import { changedMetadata, object } from '../../kinds/params/composite.ts';
import { oneOf, optional, type ReadValue } from '../../kinds/params/reader.ts';
import { hasEnded, type Subscription } from '../billing-entities.ts';
import { rejectFullCustomer } from '../test-clocks.ts';
import { advanceSchedule } from './advance-schedule.ts';
import { readBillingMode } from './billing-mode.ts';
import { phasesParam, readPhases } from './schedule-phases.ts';
import { newSchedule, scheduleSubscription } from './schedule-subscription.ts';
import { requireSubscription } from './subscription.ts';
import { automatically, moment } from './subscription-params.ts';
import { namedMethod } from './subscription-payment.ts';
import { putSchedule, type SubscriptionSchedule } from './subscription-schedule.ts';

const PATH = '/v1/subscription_schedules';

const described = describedParams<Stripe.SubscriptionScheduleUpdateParams>(`POST ${PATH}/:id`, {
  default_settings: ['automatic_tax', 'billing_cycle_anchor', 'collection_method', 'default_payment_method'],
  // What it is without it.
  'default_settings[automatic_tax]': object({ enabled: off }),
  'default_settings[billing_cycle_anchor]': oneOf('automatic'),
  'default_settings[collection_method]': automatically,
});

const common = {
  ...described('default_settings', 'metadata'),
  end_behavior: optional(oneOf('cancel', 'release')),
  phases: optional(phasesParam),
} as const;

const describedNew = describedParams<Stripe.SubscriptionScheduleCreateParams>(`POST ${PATH}`);

export const createParams = object({
  ...common,
  ...describedNew('billing_mode', 'customer', 'from_subscription'),
  start_date: optional(moment),
});

export const updateParams = object({
  ...common,
  ...described('proration_behavior'),
});

export const cancelParams = callParams<Stripe.SubscriptionScheduleCancelParams>(`POST ${PATH}/:id/cancel`);
export const releaseParams = callParams<Stripe.SubscriptionScheduleReleaseParams>(`POST ${PATH}/:id/release`);

export type CreateSchedule = ReadValue<typeof createParams>;
export type UpdateSchedule = ReadValue<typeof updateParams>;

export function readDefaultMethod(
  context: Context,
  { default_settings: settings }: Pick<UpdateSchedule, 'default_settings'>,
  customer: string,
): string | null | undefined {
  const param = 'default_settings[default_payment_method]';
  return namedMethod(context, settings?.default_payment_method, customer, param);
}

/** Creates a schedule for an existing subscription, or one that will start its own. */
export function createSchedule(context: Context, given: CreateSchedule): SubscriptionSchedule {
  return given.from_subscription === undefined
    ? createFromPhases(context, given)
    : createFromSubscription(context, given.from_subscription);
}

function createFromPhases(context: Context, given: CreateSchedule): SubscriptionSchedule {
  if (given.customer === undefined) throw missingParameter('customer');
  if (given.start_date === undefined) throw missingParameter('start_date');
  if (given.phases === undefined || given.phases.length === 0) throw missingParameter('phases');
  const both = given.phases.findIndex(({ trial, trial_end }) => trial === true && trial_end !== undefined);
  if (both >= 0) throw exclusiveParameters('trial, trial_end', `phases[${both}][trial_end]`);
  const customer = requireCustomer(context, given.customer, 'customer');
  rejectFullCustomer(context, customer);
  const now = context.time.now(customer.test_clock);
  const start = given.start_date === 'now' ? now : given.start_date;
  if (start < now) throw rejected('`start_date` must not be in the past.', 'start_date');
  const mode = defined({ flexible: readBillingMode(given.billing_mode, 'billing_mode', now) });
  const owner = { customer: customer.id, ...mode };
  const schedule = putSchedule(context, 'subscription_schedule.created', {
    ...newSchedule(
      {
        end_behavior: given.end_behavior,
        default_payment_method: readDefaultMethod(context, given, customer.id) ?? null,
        metadata: changedMetadata({}, given.metadata),
      },
      now,
    ),
    ...owner,
    phases: readPhases(context, given.phases, { schedule: owner, start, now }),
    test_clock: customer.test_clock,
  });
  return advanceSchedule(context, schedule, now);
}

function createFromSubscription(context: Context, id: string): SubscriptionSchedule {
  const subscription = requireSubscription(context, id, 'from_subscription');
  rejectUnschedulable(subscription);
  return scheduleSubscription(context, subscription, {
    end_behavior: undefined,
    default_payment_method: null,
    metadata: {},
  });
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
