import { closedObject } from '@outharbor/emulator-kit/closed-object';
import type { Static, TSchema } from 'typebox';
import type { JsonValue } from '../json-value.ts';
import { moveClocks } from '../scenarios/move-clocks.ts';
import { startForPerson } from '../scenarios/start-for-person.ts';
import { addPeople } from '../seeds/add-people.ts';
import { type PersonSeed, READY_PEOPLE, readPeopleSeed } from '../seeds/people-seed.ts';
import { loadState } from '../state-file.ts';
import type { View } from './views.ts';

interface Action<Body> {
  /** Undefined for one that needs no body, or reads it itself. */
  readonly body?: TSchema;
  /** Resolves with a sentence that describes the result. */
  readonly act: (view: View, given: Body) => Promise<string>;
}

function given<Body extends TSchema>(body: Body, act: Action<Static<Body>>['act']): Action<Static<Body>> {
  return { body, act };
}

const plain = (act: Action<undefined>['act']): Action<undefined> => ({ act });
const read = (act: Action<object>['act']): Action<object> => ({ act });

const id = { type: 'string', minLength: 1, maxLength: 200 } as const;
const service = { enum: ['stripe', 'scheduling'] } as const;
const upTo = <Maximum extends number>(maximum: Maximum, minimum = 0) =>
  ({ type: 'integer', minimum, maximum }) as const;
/** Null lasts until somebody ends it. */
const limit = (maximum: number) => ({ anyOf: [upTo(maximum, 1), { type: 'null' }] }) as const;
const inviteeId = closedObject({ inviteeId: id });

const added = (view: View, people: readonly PersonSeed[]) =>
  view.showing((onProgress) => addPeople(view.targets, people, view.enrol, onProgress));

/** What the page's buttons do, by the path. */
export const ACTIONS = {
  reset: plain(async ({ targets: { running, saving, apiRequests, ...targets } }) => {
    // Services that write to others come first, so that nothing is written to one that was already reset. The control
    // interface's reset also forgets the requests.
    for (const name of ['stripe', 'scheduling', 'database', 'identity'] as const)
      if (running[name]) await (saving[name] ?? targets[name]).reset();
    apiRequests?.clear();
    return 'Everything was reset.';
  }),
  seed: plain(async ({ targets, seed }) => {
    if (seed === undefined) throw new RangeError('There is nothing to seed with.');
    return seed(targets);
  }),
  'state/load': read((view, file) => {
    const { saving, projectId } = view.targets;
    return view.showing((onProgress) => loadState(saving, file, { projectId, onProgress }));
  }),
  'people/add': read(async (view, list) => added(view, readPeopleSeed(list, '').people)),
  'people/add-ready': plain(async (view) => `${await added(view, READY_PEOPLE)} Password: emulated.`),
  'people/scenario': given(closedObject({ scenario: id, person: id }), async (view, { scenario, person }) =>
    startForPerson(view.targets, await view.freshModel(), scenario, person),
  ),
  'people/remove': given(closedObject({ person: id }), async ({ targets }, { person }) => {
    await targets.identity.remove(person);
    return 'The account was deleted. Its payments and data stay.';
  }),
  advance: given(closedObject({ days: upTo(366), months: upTo(24) }), async (view, span) => {
    const before = (await view.freshModel()).kept.events;
    const rest = await view.showing((onProgress) => moveClocks(view.targets, span, onProgress));
    const after = new Set((await view.freshModel()).kept.events.map(({ row }) => row.id));
    const gone = before.filter(({ row }) => !after.has(row.id)).length;
    const moved = [counted(span.months, 'month'), counted(span.days, 'day')].filter(Boolean).join(' and ');
    const expired = gone && ` ${counted(gone, 'event')} expired, as at Stripe, with their webhooks.`;
    return `The clocks were advanced by ${moved}.${expired || ''}${rest}`;
  }),
  'events/keep': given(closedObject({ days: limit(3650) }), async ({ targets }, { days: eventDays }) => {
    await targets.stripe.setSwitches({ eventDays });
    if (eventDays === null) return 'Events are kept for good.';
    return `Events expire after ${eventDays} days, as at Stripe.`;
  }),
  'scenarios/start': given(
    closedObject({ scenario: id, minutes: limit(1440) }),
    ({ director }, { scenario, minutes }) => director.start(scenario, minutes),
  ),
  'scenarios/end': given(closedObject({ scenario: id }), ({ director }, { scenario }) =>
    director.end(scenario),
  ),
  'scenarios/end-all': plain(({ director }) => director.endAll()),
  redeliver: given(
    closedObject({ service, id }, { copies: upTo(100, 1), delaySeconds: upTo(600) }),
    async ({ targets: { stripe, scheduling } }, delivery) => {
      const { copies = 1, delaySeconds = 0 } = delivery;
      const redelivering =
        delivery.service === 'stripe'
          ? stripe.redeliver(delivery.id, { copies, delayMs: delaySeconds * 1000 })
          : scheduling.redeliver(delivery.id);
      if (delaySeconds > 0) {
        redelivering.catch((error: Error) => process.emitWarning(error));
        return `The event will be redelivered in ${counted(delaySeconds, 'second')}.`;
      }
      await redelivering;
      return copies > 1 ? `The event was redelivered ${copies} times.` : 'The event was redelivered.';
    },
  ),
  'faults/add': given(
    closedObject({ service, target: id, mode: id, count: limit(1000) }),
    async ({ targets }, { service: name, target, mode, count }) => {
      // The emulator rejects what it does not know.
      const fault = name === 'stripe' ? { path: target, kind: mode, count } : { target, mode, count };
      await targets[name].addFault(fault as never);
      return `Fault on: ${mode} at ${target}.`;
    },
  ),
  'faults/clear': given(closedObject({ service }), async ({ targets }, { service: name }) => {
    await targets[name].clearFaults();
    return 'All faults are off.';
  }),
  'bookings/cancel': given(inviteeId, async ({ targets }, booking) => {
    const { name } = await targets.scheduling.cancel(booking.inviteeId);
    return `The booking of ${name} is canceled.`;
  }),
  'bookings/move': given(inviteeId, async ({ targets }, booking) => {
    const { name } = await targets.scheduling.reschedule(booking.inviteeId);
    return `The booking of ${name} was moved to the next open slot.`;
  }),
  'database/write': given(
    closedObject({
      path: { type: 'string', maxLength: 700 },
      /** The value as JSON text; null removes it. */
      json: { type: 'string', maxLength: 500_000 },
      /** A uid, `administrator` or `nobody`. */
      as: id,
    }),
    async (view, { path, json, as }) => {
      const email = (await view.model()).people.find(as)?.row.email;
      const writer =
        as === 'administrator'
          ? as
          : { uid: as === 'nobody' ? null : as, ...(email !== undefined && { email }) };
      await view.targets.database.write(path, parsed(json), writer);
      return `/${path} was written${as === 'administrator' ? '' : ', and the rules allowed it'}.`;
    },
  ),
} as const;

/** What each action is given. */
export type ActionBodies = { [Path in keyof typeof ACTIONS]: Parameters<(typeof ACTIONS)[Path]['act']>[1] };

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch (error) {
    throw new RangeError(`The value must be JSON: ${(error as Error).message}`, { cause: error });
  }
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
