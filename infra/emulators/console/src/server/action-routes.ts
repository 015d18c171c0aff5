import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reasonIn } from '../reason-in.ts';
import type { JsonValue } from '../rows.ts';
import { moveClocks } from '../scenarios/move-clocks.ts';
import { startForPerson } from '../scenarios/start-for-person.ts';
import { addPeople, type Enrol } from '../seeds/add-people.ts';
import { type PersonSeed, READY_PEOPLE, readPeopleSeed } from '../seeds/people-seed.ts';
import { loadState } from '../state-file.ts';
import type { ConsoleTargets, Seed } from '../targets/console-targets.ts';
import { ACTIONS, type ActionBodies, InNamespace } from './action-schemas.ts';
import type { View, Views } from './views.ts';

const MAX_STATE_BYTES = 512 * 1024 * 1024;

export interface ActionRoutesOptions {
  readonly views: Views;
  readonly seed?: Seed | undefined;
  readonly enrol?: Enrol | undefined;
}

type FindView = (request: FastifyRequest) => View;

/** Adds an action with a body; `act` resolves with the sentence that describes the result. */
type AddAction = <Path extends keyof ActionBodies>(
  path: Path,
  act: (view: View, given: ActionBodies[Path]) => Promise<string>,
) => void;

/** The actions of the page's buttons. Each answers with a sentence that describes the result. */
export async function actionRoutes(app: FastifyInstance, options: ActionRoutesOptions): Promise<void> {
  const findView: FindView = ({ query }) => options.views.of((query as InNamespace).ns ?? null);

  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, querystring: InNamespace };
  });
  // Open pages show the effect immediately.
  app.addHook('onResponse', async (request) => {
    if (!request.validationError) findView(request).refresh();
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? (error instanceof RangeError ? 400 : 502);
    return reply.status(status).send({ error: reasonIn(error) });
  });

  const add: AddAction = (path, act) => {
    app.post(`/${path}`, { schema: { body: ACTIONS[path] } }, async (request) => ({
      message: await act(findView(request), request.body as ActionBodies[typeof path]),
    }));
  };
  addStackActions(app, findView, options.seed);
  addPeopleActions(app, findView, options.enrol);
  app.post('/scenarios/end-all', async (request) => ({ message: await findView(request).director.endAll() }));
  addViewActions(add);
  addWebhookActions(add);
  addFaultActions(add);
  addBookingActions(add);
  addDatabaseActions(add);
}

function addStackActions(app: FastifyInstance, findView: FindView, seed: Seed | undefined): void {
  app.post('/reset', async (request) => {
    await resetAll(findView(request).targets);
    return { message: 'Everything was reset.' };
  });

  if (seed) app.post('/seed', async (request) => ({ message: await seed(findView(request).targets) }));

  app.post('/state/load', { bodyLimit: MAX_STATE_BYTES }, async (request) => {
    const { targets } = findView(request);
    const { saving, projectId } = targets;
    return {
      message: await findView(request).showing((onProgress) =>
        loadState(saving, request.body, { projectId, onProgress }),
      ),
    };
  });
}

/** Through the control interface, whose reset also forgets the requests, where there is one. */
async function resetAll({ running, saving, apiRequests, ...targets }: ConsoleTargets): Promise<void> {
  // Services that write to others come first, so that nothing is written to one that was already reset.
  for (const service of ['stripe', 'scheduling', 'database', 'identity'] as const)
    if (running[service]) await (saving[service] ?? targets[service]).reset();
  apiRequests?.clear();
}

function addPeopleActions(app: FastifyInstance, findView: FindView, enrol: Enrol | undefined): void {
  // The product, which enrols, uses no namespace.
  const enrolIn = (request: FastifyRequest) =>
    (request.query as InNamespace).ns === undefined ? enrol : undefined;
  const added = (request: FastifyRequest, people: readonly PersonSeed[]) =>
    findView(request).showing((onProgress) =>
      addPeople(findView(request).targets, people, enrolIn(request), onProgress),
    );
  app.post('/people/add', async (request) => {
    const { people } = readPeopleSeed(request.body, '');
    return { message: await added(request, people) };
  });

  app.post('/people/add-ready', async (request) => {
    return { message: `${await added(request, READY_PEOPLE)} Password: emulated.` };
  });
}

function addViewActions(add: AddAction): void {
  add('advance', async (view, span) => {
    const before = (await view.freshModel()).kept.events;
    const rest = await view.showing((onProgress) => moveClocks(view.targets, span, onProgress));
    const after = new Set((await view.freshModel()).kept.events.map(({ row }) => row.id));
    const gone = before.filter(({ row }) => !after.has(row.id)).length;
    const expired =
      gone === 0 ? '' : ` ${counted(gone, 'event')} expired, as at Stripe, with their webhooks.`;
    return `The clocks were advanced by ${spanName(span)}.${expired}${rest}`;
  });
  add('events/keep', async ({ targets }, { days: eventDays }) => {
    await targets.stripe.setSwitches({ eventDays });
    return eventDays === null
      ? 'Events are kept for good.'
      : `Events expire after ${eventDays} days, as at Stripe.`;
  });
  add('people/scenario', async (view, { scenario, person }) =>
    startForPerson(view.targets, await view.freshModel(), scenario, person),
  );
  add('people/remove', async (view, { person }) => {
    await view.targets.identity.remove(person);
    return 'The account was deleted. Its payments and data stay.';
  });
  add('scenarios/start', ({ director }, { scenario, minutes }) => director.start(scenario, minutes));
  add('scenarios/end', ({ director }, { scenario }) => director.end(scenario));
}

function addWebhookActions(add: AddAction): void {
  add('redeliver', async ({ targets }, { service, id, copies = 1, delaySeconds = 0 }) => {
    const { stripe, scheduling } = targets;
    const delayMs = delaySeconds * 1000;
    const redelivering =
      service === 'stripe' ? stripe.redeliver(id, { copies, delayMs }) : scheduling.redeliver(id);
    if (delaySeconds > 0) {
      redelivering.catch((error: Error) => process.emitWarning(error));
      return `The event will be redelivered in ${counted(delaySeconds, 'second')}.`;
    }
    await redelivering;
    return copies > 1 ? `The event was redelivered ${copies} times.` : 'The event was redelivered.';
  });
}

function addFaultActions(add: AddAction): void {
  add('faults/add', async ({ targets }, { service, target, mode, count }) => {
    // The emulator rejects what it does not know.
    const fault = service === 'stripe' ? { path: target, kind: mode, count } : { target, mode, count };
    await targets[service].addFault(fault as never);
    return `Fault on: ${mode} at ${target}.`;
  });
  add('faults/clear', async ({ targets }, { service }) => {
    await targets[service].clearFaults();
    return 'All faults are off.';
  });
}

function addBookingActions(add: AddAction): void {
  add('bookings/cancel', async ({ targets }, { inviteeId }) => {
    const { name } = await targets.scheduling.cancel(inviteeId);
    return `The booking of ${name} is canceled.`;
  });
  add('bookings/move', async ({ targets }, { inviteeId }) => {
    const { name } = await targets.scheduling.reschedule(inviteeId);
    return `The booking of ${name} was moved to the next open slot.`;
  });
}

function addDatabaseActions(add: AddAction): void {
  add('database/write', async (view, { path, json, as }) => {
    const email = (await view.model()).people.find(as)?.row.email;
    const writer =
      as === 'administrator'
        ? as
        : { uid: as === 'nobody' ? null : as, ...(email !== undefined && { email }) };
    await view.targets.database.write(path, parsed(json), writer);
    return `/${path} was written${as === 'administrator' ? '' : ', and the rules allowed it'}.`;
  });
}

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch (error) {
    throw new RangeError(`The value must be JSON: ${(error as Error).message}`, { cause: error });
  }
}

function spanName({ days, months }: ActionBodies['advance']): string {
  const parts = [counted(months, 'month'), counted(days, 'day')];
  return parts.filter((part) => part !== undefined).join(' and ');
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
