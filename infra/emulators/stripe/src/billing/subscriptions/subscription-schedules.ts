import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, type PathParams, post } from '../../kinds/endpoint.ts';
import type { ReadValue } from '../../kinds/params/reader.ts';
import { resource } from '../../kinds/resource.ts';
import { billCancellation } from './bill-cancellation.ts';
import { cancelSubscription, REQUESTED } from './cancel-subscription.ts';
import {
  type CreateSchedule,
  cancelParams,
  createParams,
  createSchedule,
  releaseParams,
  type UpdateSchedule,
  updateParams,
} from './create-schedule.ts';
import { endEarly, releaseSchedule } from './end-schedule.ts';
import {
  isRunning,
  requireSchedule,
  type SubscriptionSchedule,
  scheduleWire,
} from './subscription-schedule.ts';
import { updateSchedule } from './update-schedule.ts';

const PATH = '/v1/subscription_schedules';

const schedules = resource(PATH, requireSchedule, scheduleWire);

export const subscriptionScheduleEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  schedules.list({
    filters: { customer: ({ customer }) => customer, scheduled: ({ status }) => status === 'not_started' },
    ranges: {
      canceled_at: ({ canceled_at }) => canceled_at,
      completed_at: ({ completed_at }) => completed_at,
      released_at: ({ released_at }) => released_at,
    },
    where: ({ test_clock }, { customer }) => customer !== undefined || test_clock === null,
  }),
  schedules.retrieve,
  post(`${PATH}/:id`, updateParams, update),
  schedules.action('cancel', cancelParams, cancel),
  schedules.action('release', releaseParams, release),
];

function create(context: Context, given: CreateSchedule): object {
  return scheduleWire(
    context,
    context.store.transact(() => createSchedule(context, given)),
  );
}

function update(context: Context, given: UpdateSchedule, { id = '' }: PathParams): object {
  const schedule = requireSchedule(context, id);
  rejectUnlessRunning(schedule, 'update');
  return scheduleWire(
    context,
    context.store.transact(() => updateSchedule(context, schedule, given)),
  );
}

function cancel(
  context: Context,
  schedule: SubscriptionSchedule,
  given: ReadValue<typeof cancelParams>,
): SubscriptionSchedule {
  rejectUnlessRunning(schedule, 'cancel');
  const now = context.time.now(schedule.test_clock);
  const subscription = context.store.subscriptions.get(schedule.subscription ?? '');
  if (subscription === undefined) return endEarly(context, schedule, now);
  // Unlike when a subscription is canceled, both are on by default.
  const { prorate: prorates = true, invoice_now: invoicesNow = true } = given;
  const billed = billCancellation(context, subscription, { prorates, invoicesNow });
  cancelSubscription(context, billed, { now, details: REQUESTED });
  return requireSchedule(context, schedule.id);
}

function release(
  context: Context,
  schedule: SubscriptionSchedule,
  given: ReadValue<typeof releaseParams>,
): SubscriptionSchedule {
  rejectUnlessRunning(schedule, 'release');
  const now = context.time.now(schedule.test_clock);
  return releaseSchedule(context, schedule, now, given.preserve_cancel_date);
}

function rejectUnlessRunning(schedule: SubscriptionSchedule, action: string): void {
  if (isRunning(schedule)) return;
  throw rejected(
    `You cannot ${action} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}
