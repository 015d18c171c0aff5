import { rejected } from '../../description/api-error.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, post } from '../../kinds/endpoint.ts';
import { changedMetadata } from '../../kinds/params/composite.ts';
import { resource } from '../../kinds/resource.ts';
import { advanceSchedule, endSetBy, enterPhase } from './advance-schedule.ts';
import { billCancellation, cancelSubscription, REQUESTED } from './cancel-subscription.ts';
import {
  cancelParams,
  createParams,
  createSchedule,
  readDefaultMethod,
  releaseParams,
  type UpdateSchedule,
  updateParams,
} from './create-schedule.ts';
import { endEarly, releaseSchedule } from './end-schedule.ts';
import { type GivenPhase, readPhases } from './schedule-phases.ts';
import {
  changeSchedule,
  endAnnouncement,
  findCurrentPhase,
  isRunning,
  requireSchedule,
  type SchedulePhase,
  type SubscriptionSchedule,
  scheduleWire,
} from './subscription-schedule.ts';

const PATH = '/v1/subscription_schedules';

const schedules = resource(PATH, requireSchedule, scheduleWire);

export const subscriptionScheduleEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, given) =>
    scheduleWire(
      context,
      context.store.transact(() => createSchedule(context, given)),
    ),
  ),
  schedules.list({
    fields: ['customer'],
    filters: { scheduled: ({ status }) => status === 'not_started' },
    times: ['canceled_at', 'completed_at', 'released_at'],
    where: ({ test_clock }, { customer }) => customer !== undefined || test_clock === null,
  }),
  schedules.retrieve,
  post(`${PATH}/:id`, updateParams, (context, given, { id = '' }) => {
    const schedule = requireSchedule(context, id);
    rejectUnlessRunning(schedule, 'update');
    return scheduleWire(
      context,
      context.store.transact(() => updateSchedule(context, schedule, given)),
    );
  }),
  schedules.action('cancel', cancelParams, (context, schedule, given) => {
    rejectUnlessRunning(schedule, 'cancel');
    const now = context.time.now(schedule.test_clock);
    const subscription = context.store.subscriptions.get(schedule.subscription ?? '');
    if (subscription === undefined) return endEarly(context, schedule, now);
    // Unlike when a subscription is canceled, both are on by default.
    const { prorate: prorates = true, invoice_now: invoicesNow = true } = given;
    const billed = billCancellation(context, subscription, { prorates, invoicesNow });
    cancelSubscription(context, billed, { now, details: REQUESTED });
    return requireSchedule(context, schedule.id);
  }),
  schedules.action('release', releaseParams, (context, schedule, given) => {
    rejectUnlessRunning(schedule, 'release');
    const now = context.time.now(schedule.test_clock);
    return releaseSchedule(context, schedule, now, given.preserve_cancel_date);
  }),
];

function rejectUnlessRunning(schedule: SubscriptionSchedule, action: string): void {
  if (isRunning(schedule)) return;
  throw rejected(
    `You cannot ${action} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}

function updateSchedule(
  context: Context,
  before: SubscriptionSchedule,
  given: UpdateSchedule,
): SubscriptionSchedule {
  const now = context.time.now(before.test_clock);
  const requested = {
    ...before,
    end_behavior: given.end_behavior ?? before.end_behavior,
    metadata: changedMetadata(before.metadata, given.metadata),
    default_payment_method:
      readDefaultMethod(context, given, before.customer) ?? before.default_payment_method,
    ...(given.phases === undefined ? {} : phasesAfter(context, before, given.phases, now)),
  };
  const announced = (endAnnouncement({ ...requested, endAnnounced: false }) ?? now) <= now;
  const after = changeSchedule(context, before, {
    ...requested,
    endAnnounced: before.endAnnounced && announced,
  });
  const current = after.current_phase;
  if (current !== null && changesSubscription(before, after)) {
    const had = findCurrentPhase(before);
    const stays = had?.start_date === findCurrentPhase(after)?.start_date;
    enterPhase(context, after, current, now, {
      billing: given.proration_behavior,
      added: stays ? had?.oneTimeItems : [],
    });
  }
  return advanceSchedule(context, after, now);
}

/** Whether the current phase, or the end date the schedule sets, has changed. */
function changesSubscription(before: SubscriptionSchedule, after: SubscriptionSchedule): boolean {
  const shown = (one: SubscriptionSchedule) => JSON.stringify([findCurrentPhase(one), endSetBy(one)]);
  return shown(before) !== shown(after);
}

/** Replaces the phases from the first given one on and keeps past ones. */
function phasesAfter(
  context: Context,
  before: SubscriptionSchedule,
  given: readonly GivenPhase[],
  now: number,
): Pick<SubscriptionSchedule, 'current_phase' | 'phases'> {
  const begins = given[0]?.start_date;
  if (begins === undefined) {
    throw rejected(
      'The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.',
    );
  }
  const start = begins === 'now' ? now : begins;
  if (before.current_phase === null) {
    if (start < now) throw rejected('`start_date` must not be in the past.', 'phases[0][start_date]');
    return { phases: readPhases(context, given, { schedule: before, start, now }), current_phase: null };
  }
  const past = before.phases.slice(0, before.current_phase);
  const kept = [...past, ...cutShort(before, start, now)];
  const phases = [...kept, ...readPhases(context, given, { schedule: before, start, now })];
  if ((phases[past.length]?.end_date ?? now) < now) {
    const message = 'You can only adjust the end date to a future date for the current phase.';
    throw rejected(message, 'phases[0][end_date]');
  }
  return { phases, current_phase: phases.findIndex(({ end_date }) => end_date > now) };
}

/** The current phase, shortened to end now; nothing if the given phases start with it. */
function cutShort(before: SubscriptionSchedule, start: number, now: number): SchedulePhase[] {
  const current = findCurrentPhase(before);
  if (current === undefined || start === current.start_date) return [];
  if (start === now) return [{ ...current, end_date: now }];
  throw rejected('You can not modify the start date of the current phase.', 'phases[0][start_date]');
}
