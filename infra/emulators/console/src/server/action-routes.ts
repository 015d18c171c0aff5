import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Seed } from '../targets/console-targets.ts';
import { schedulingFault } from '../targets/scheduling-target.ts';
import { stripeFault } from '../targets/stripe-target.ts';
import {
  AddFaultAction,
  AdvanceAction,
  CancelBookingAction,
  ClearFaultsAction,
  InNamespace,
  RedeliverAction,
} from './action-schemas.ts';
import { reasonOf } from './read-snapshot.ts';
import type { Views } from './views.ts';

export interface ActionRoutesOptions {
  readonly views: Views;
  readonly seed?: Seed | undefined;
}

/** The actions of the page's buttons. Each answers with a sentence that describes the result. */
export async function actionRoutes(app: FastifyInstance, options: ActionRoutesOptions): Promise<void> {
  const { views, seed } = options;
  const viewOf = ({ query }: FastifyRequest) => views.of((query as InNamespace).ns ?? null);
  const targetsOf = (request: FastifyRequest) => viewOf(request).targets;

  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, querystring: InNamespace };
  });
  // Open pages show the effect immediately.
  app.addHook('onResponse', async (request) => {
    if (!request.validationError) viewOf(request).feed.refresh();
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 502;
    return reply.status(status).send({ error: reasonOf(error) });
  });

  app.post('/reset', async (request) => {
    const { stripe, scheduling, database, identity } = targetsOf(request);
    // Services that write to others come first, so that nothing is written to one that was already reset.
    await stripe.reset();
    await scheduling.reset();
    await database.reset();
    await identity.reset();
    return { message: 'Everything was reset.' };
  });

  if (seed) app.post('/seed', async (request) => ({ message: await seed(targetsOf(request)) }));

  app.post<{ Body: AdvanceAction }>('/advance', { schema: { body: AdvanceAction } }, async (request) => {
    const { stripe, scheduling } = targetsOf(request);
    await scheduling.advanceTime(request.body);
    await stripe.advanceTime(request.body);
    await stripe.settle();
    return { message: `The clocks were advanced by ${spanName(request.body)}.` };
  });

  app.post<{ Body: RedeliverAction }>(
    '/redeliver',
    { schema: { body: RedeliverAction } },
    async (request) => {
      const { service, id } = request.body;
      const { stripe, scheduling } = targetsOf(request);
      await (service === 'stripe' ? stripe.redeliver(id) : scheduling.redeliver(id));
      return { message: 'The event was redelivered.' };
    },
  );

  app.post<{ Body: AddFaultAction }>('/faults/add', { schema: { body: AddFaultAction } }, async (request) => {
    const { service, target, mode, count } = request.body;
    const { stripe, scheduling } = targetsOf(request);
    if (service === 'stripe') await stripe.addFault(known(stripeFault(target, mode, count)));
    else await scheduling.addFault(known(schedulingFault(target, mode, count)));
    return { message: `Fault on: ${mode} at ${target}.` };
  });

  app.post<{ Body: ClearFaultsAction }>(
    '/faults/clear',
    { schema: { body: ClearFaultsAction } },
    async (request) => {
      await targetsOf(request)[request.body.service].clearFaults();
      return { message: 'All faults are off.' };
    },
  );

  app.post<{ Body: CancelBookingAction }>(
    '/bookings/cancel',
    { schema: { body: CancelBookingAction } },
    async (request) => {
      const { name } = await targetsOf(request).scheduling.cancel(request.body.inviteeId);
      return { message: `The booking of ${name} is canceled.` };
    },
  );
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
