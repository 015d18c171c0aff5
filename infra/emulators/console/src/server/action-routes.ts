import type { FastifyInstance, FastifyRequest } from 'fastify';
import { schedulingFault, stripeFault } from '../model/faults.ts';
import { reasonIn } from '../reason-in.ts';
import type { JsonValue } from '../rows.ts';
import { moveClocks } from '../scenarios/move-clocks.ts';
import { startForPerson } from '../scenarios/start-for-person.ts';
import { addPeople, type Enrol } from '../seeds/add-people.ts';
import { checkPeopleSeed, type PersonSeed, READY_PEOPLE } from '../seeds/people-seed.ts';
import { loadState } from '../state-file.ts';
import type { Seed } from '../targets/console-targets.ts';
import {
  AddFaultAction,
  AdvanceAction,
  CancelBookingAction,
  ClearFaultsAction,
  EndScenarioAction,
  InNamespace,
  PersonScenarioAction,
  RedeliverAction,
  RemovePersonAction,
  StartScenarioAction,
  WriteAction,
} from './action-schemas.ts';
import type { Views } from './views.ts';

const MAX_STATE_BYTES = 512 * 1024 * 1024;

export interface ActionRoutesOptions {
  readonly views: Views;
  readonly seed?: Seed | undefined;
  readonly enrol?: Enrol | undefined;
}

/** The actions of the page's buttons. Each answers with a sentence that describes the result. */
export async function actionRoutes(app: FastifyInstance, options: ActionRoutesOptions): Promise<void> {
  const { views, seed, enrol } = options;
  const findView = ({ query }: FastifyRequest) => views.of((query as InNamespace).ns ?? null);
  const findTargets = (request: FastifyRequest) => findView(request).targets;

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

  app.post('/reset', async (request) => {
    const { stripe, scheduling, database, identity } = findTargets(request);
    // Services that write to others come first, so that nothing is written to one that was already reset.
    await stripe.reset();
    await scheduling.reset();
    await database.reset();
    await identity.reset();
    return { message: 'Everything was reset.' };
  });

  if (seed) app.post('/seed', async (request) => ({ message: await seed(findTargets(request)) }));

  app.post<{ Body: AdvanceAction }>('/advance', { schema: { body: AdvanceAction } }, async (request) => {
    await findView(request).showing((onProgress) =>
      moveClocks(findTargets(request), request.body, onProgress),
    );
    return { message: `The clocks were advanced by ${spanName(request.body)}.` };
  });

  app.post<{ Body: RedeliverAction }>(
    '/redeliver',
    { schema: { body: RedeliverAction } },
    async (request) => {
      const { service, id, copies = 1, delaySeconds = 0 } = request.body;
      const { stripe, scheduling } = findTargets(request);
      const delayMs = delaySeconds * 1000;
      const redelivering =
        service === 'stripe' ? stripe.redeliver(id, { copies, delayMs }) : scheduling.redeliver(id);
      if (delaySeconds > 0) {
        redelivering.catch((error: Error) => process.emitWarning(error));
        return { message: `The event will be redelivered in ${counted(delaySeconds, 'second')}.` };
      }
      await redelivering;
      return {
        message: copies > 1 ? `The event was redelivered ${copies} times.` : 'The event was redelivered.',
      };
    },
  );

  app.post<{ Body: AddFaultAction }>('/faults/add', { schema: { body: AddFaultAction } }, async (request) => {
    const { service, target, mode, count } = request.body;
    const { stripe, scheduling } = findTargets(request);
    if (service === 'stripe') await stripe.addFault(known(stripeFault(target, mode, count)));
    else await scheduling.addFault(known(schedulingFault(target, mode, count)));
    return { message: `Fault on: ${mode} at ${target}.` };
  });

  app.post<{ Body: ClearFaultsAction }>(
    '/faults/clear',
    { schema: { body: ClearFaultsAction } },
    async (request) => {
      await findTargets(request)[request.body.service].clearFaults();
      return { message: 'All faults are off.' };
    },
  );

  app.post<{ Body: CancelBookingAction }>(
    '/bookings/cancel',
    { schema: { body: CancelBookingAction } },
    async (request) => {
      const { name } = await findTargets(request).scheduling.cancel(request.body.inviteeId);
      return { message: `The booking of ${name} is canceled.` };
    },
  );

  app.post<{ Body: CancelBookingAction }>(
    '/bookings/move',
    { schema: { body: CancelBookingAction } },
    async (request) => {
      const { name } = await findTargets(request).scheduling.reschedule(request.body.inviteeId);
      return { message: `The booking of ${name} was moved to the next open slot.` };
    },
  );

  // The product, which enrols, uses no namespace.
  const enrolIn = (request: FastifyRequest) =>
    (request.query as InNamespace).ns === undefined ? enrol : undefined;
  const added = (request: FastifyRequest, people: readonly PersonSeed[]) =>
    findView(request).showing((onProgress) =>
      addPeople(findTargets(request), people, enrolIn(request), onProgress),
    );
  app.post('/people/add', async (request) => {
    const { people } = checkPeopleSeed(request.body);
    return { message: await added(request, people) };
  });

  app.post('/people/add-ready', async (request) => {
    return { message: `${await added(request, READY_PEOPLE)} Password: emulated.` };
  });

  app.post('/state/load', { bodyLimit: MAX_STATE_BYTES }, async (request) => {
    const holds = await findView(request).showing((onProgress) =>
      loadState(findTargets(request).saving, request.body, onProgress),
    );
    const parts = Object.entries(holds).filter(([, count]) => count > 0);
    const held = parts.map(([name, count]) => `${count} ${name}`).join(', ');
    return { message: `The file was loaded${held === '' ? '' : `: ${held}`}.` };
  });

  app.post<{ Body: StartScenarioAction }>(
    '/scenarios/start',
    { schema: { body: StartScenarioAction } },
    async (request) => {
      const { scenario, minutes } = request.body;
      return { message: await findView(request).director.start(scenario, minutes) };
    },
  );

  app.post<{ Body: EndScenarioAction }>(
    '/scenarios/end',
    { schema: { body: EndScenarioAction } },
    async (request) => ({ message: await findView(request).director.end(request.body.scenario) }),
  );

  app.post('/scenarios/end-all', async (request) => ({ message: await findView(request).director.endAll() }));

  app.post<{ Body: PersonScenarioAction }>(
    '/people/scenario',
    { schema: { body: PersonScenarioAction } },
    async (request) => {
      const view = findView(request);
      const { scenario, person } = request.body;
      return { message: await startForPerson(view.targets, await view.freshModel(), scenario, person) };
    },
  );

  app.post<{ Body: RemovePersonAction }>(
    '/people/remove',
    { schema: { body: RemovePersonAction } },
    async (request) => {
      await findTargets(request).identity.remove(request.body.person);
      return { message: 'The account was deleted. Its payments and data stay.' };
    },
  );

  app.post<{ Body: WriteAction }>('/database/write', { schema: { body: WriteAction } }, async (request) => {
    const { path, json, as } = request.body;
    const view = findView(request);
    const email = (await view.model()).people.find(as)?.row.email;
    const writer =
      as === 'administrator'
        ? as
        : { uid: as === 'nobody' ? null : as, ...(email !== undefined && { email }) };
    await view.targets.database.write(path, parsed(json), writer);
    return { message: `/${path} was written${as === 'administrator' ? '' : ', and the rules allowed it'}.` };
  });
}

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch (error) {
    throw new RangeError(`The value must be JSON: ${(error as Error).message}`, { cause: error });
  }
}

class UnknownFault extends Error {
  readonly statusCode = 400;
}

function known<Fault>(fault: Fault | undefined): Fault {
  if (fault === undefined) throw new UnknownFault('The emulator does not support this fault.');
  return fault;
}

function spanName({ days, months }: AdvanceAction): string {
  const parts = [counted(months, 'month'), counted(days, 'day')];
  return parts.filter((part) => part !== undefined).join(' and ');
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
