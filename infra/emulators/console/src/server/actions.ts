import { closedObject } from '@outharbor/emulator-kit/closed-object';
import { messageIn } from '@outharbor/emulator-kit/request-log';
import { compareValues } from '@outharbor/emulator-kit/state-differences';
import type { Static, TSchema } from 'typebox';
import { type JsonValue, parsedOr } from '../json-value.ts';
import { isFailing } from '../model/story.ts';
import { KEPT_BYTES, type ServiceName } from '../rows.ts';
import { moveClocks } from '../scenarios/move-clocks.ts';
import { startForPerson } from '../scenarios/start-for-person.ts';
import { addPeople } from '../seeds/add-people.ts';
import { type PersonSeed, READY_PEOPLE, readPeopleSeed } from '../seeds/people-seed.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import { chosenBy, ListQuery } from './queries.ts';
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

const named = closedObject({ name: { type: 'string', pattern: '^[\\w .-]{1,60}$' } });

const added = (view: View, people: readonly PersonSeed[]) =>
  view.showing((onProgress) => addPeople(view.targets, people, view.enrol, onProgress));

const DAY_MS = 86_400_000;
const MAX_DAYS = 800;

async function advance(view: View, span: Parameters<typeof moveClocks>[1], how: string): Promise<string> {
  const before = (await view.freshModel()).kept.events;
  const rest = await view.showing((onProgress) => moveClocks(view.targets, span, onProgress));
  const after = new Set((await view.freshModel()).kept.events.map(({ row }) => row.id));
  const gone = before.filter(({ row }) => !after.has(row.id)).length;
  const expired = gone && ` ${counted(gone, 'event')} expired, as at Stripe, with their webhooks.`;
  return `The clocks were ${how}.${expired || ''}${rest}`;
}

const MAX_RESENT = 500;

/**
 * Services that write to others come first, so that nothing is written to one that was already reset. The control
 * interface's reset also forgets the requests.
 */
async function reset(
  { running, saving, apiRequests, ...targets }: ConsoleTargets,
  names: readonly ServiceName[],
): Promise<void> {
  for (const name of names) if (running[name]) await (saving[name] ?? targets[name]).reset();
  apiRequests?.clear();
}

/** What the page's buttons do, by the path. */
export const ACTIONS = {
  reset: plain(async ({ targets }) => {
    await reset(targets, ['stripe', 'scheduling', 'database', 'identity']);
    return 'Everything was reset.';
  }),
  'reset/but-accounts': plain(async ({ targets }) => {
    await reset(targets, ['stripe', 'scheduling', 'database']);
    return 'Everything but the accounts was deleted, and the clocks are back.';
  }),
  'snapshots/take': given(named, async ({ snapshots }, { name }) => {
    await snapshots.keep(name, await snapshots.find());
    return `The state is kept as ${name} while the console runs.`;
  }),
  'snapshots/load': given(named, (view, { name }) =>
    view.showing((onProgress) => view.snapshots.load(name, onProgress)),
  ),
  'state/load': read((view, file) => view.showing((onProgress) => view.snapshots.loadFile(file, onProgress))),
  'people/add': read(async (view, list) => added(view, readPeopleSeed(list, '').people)),
  'people/add-ready': plain(async (view) => `${await added(view, READY_PEOPLE)} Password: emulated.`),
  'people/scenario': given(closedObject({ scenario: id, person: id }), async (view, { scenario, person }) =>
    startForPerson(view.targets, await view.freshModel(), scenario, person),
  ),
  advance: given(closedObject({ days: upTo(366), months: upTo(24) }), (view, span) => {
    const by = [counted(span.months, 'month'), counted(span.days, 'day')].filter(Boolean).join(' and ');
    return advance(view, span, `advanced by ${by}`);
  }),
  'advance/to': given(closedObject({ at: id }), async (view, { at }) => {
    const left = Date.parse(at) - (await view.freshModel()).time.now();
    if (!(left > 0 && left < MAX_DAYS * DAY_MS))
      throw new RangeError(`Clocks only go forward, to a time at most ${MAX_DAYS} days from now.`);
    const [days, milliseconds] = [Math.floor(left / DAY_MS), Math.ceil(left % DAY_MS)];
    return advance(
      view,
      { months: 0, days, milliseconds },
      `moved to ${at.slice(0, 16).replace('T', ' ')} UTC`,
    );
  }),
  'events/keep': given(closedObject({ days: limit(3650) }), async ({ targets }, { days: eventDays }) => {
    await targets.stripe.setSwitches({ eventDays });
    return `Events ${eventDays === null ? 'are kept for good' : `expire after ${eventDays} days, as at Stripe`}.`;
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
    closedObject({ service, id }, { copies: upTo(100, 1), delaySeconds: upTo(600), apiVersion: id }),
    async ({ targets: { stripe, scheduling } }, delivery) => {
      const { copies = 1, delaySeconds = 0, apiVersion } = delivery;
      const redelivering =
        delivery.service === 'stripe'
          ? stripe.redeliver(delivery.id, {
              copies,
              delayMs: delaySeconds * 1000,
              ...(apiVersion && { apiVersion }),
            })
          : scheduling.redeliver(delivery.id);
      if (delaySeconds > 0) {
        redelivering.catch((error: Error) => process.emitWarning(error));
        return `The event will be redelivered in ${counted(delaySeconds, 'second')}.`;
      }
      await redelivering;
      return copies > 1 ? `The event was redelivered ${copies} times.` : 'The event was redelivered.';
    },
  ),
  'redeliver/all': given(ListQuery, (view, query) =>
    view.showing(async (onProgress) => {
      const { rows, total } = (await view.freshModel()).list('webhooks', {
        ...chosenBy(query),
        limit: MAX_RESENT,
      });
      if (total > MAX_RESENT)
        throw new RangeError(`At most ${MAX_RESENT} are sent at once: narrow the list.`);
      for (const [index, { service: of, id: delivery }] of rows.toReversed().entries()) {
        onProgress('Sending again', index, total);
        await view.targets[of].redeliver(delivery);
      }
      const after = await view.freshModel();
      const failing = rows.filter((row) => isFailing(after.find('webhooks', row.id) ?? row)).length;
      return `${counted(total, 'event') || 'No event'} redelivered, oldest first; ${failing || 'none'} of them failing.`;
    }),
  ),
  'requests/again': given(
    closedObject({ id, apiVersion: id }),
    async ({ targets: { stripe, stripeApi } }, { id: logged, apiVersion }) => {
      const before = await stripe.request(Number(logged.replace('stripe-', '')));
      if (before.requestBody.length >= KEPT_BYTES || before.requestBody.includes('[redacted]'))
        throw new RangeError('The log has too little of this request to make it again.');
      const { status, text } = await stripeApi.again(before, apiVersion);
      const { count, rows } = compareValues(parsedOr(before.responseBody, 'cut'), parsedOr(text, null));
      const first = rows.slice(0, 5).map((each) => each.id || 'the whole, which the log has only in part');
      const differing = count === 0 ? 'nothing differs' : `${count} differ, first ${first.join(', ')}`;
      return `Answered ${status} in ${apiVersion}: ${messageIn(text) ?? differing}. Requests has it on top.`;
    },
  ),
  'faults/add': given(
    closedObject({ service, target: id, mode: id, count: limit(1000) }, { seconds: upTo(3600, 1) }),
    async ({ targets }, { service: name, target, mode, ...limits }) => {
      // The emulator rejects what it does not know.
      const fault = name === 'stripe' ? { path: target, kind: mode, ...limits } : { target, mode, ...limits };
      await targets[name].addFault(fault as never);
      return `Fault on: ${mode} at ${target}.`;
    },
  ),
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
