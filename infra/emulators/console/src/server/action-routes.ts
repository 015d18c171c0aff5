import type { FastifyInstance } from 'fastify';
import type { ConsoleTargets, Seed } from '../targets/console-targets.ts';
import { schedulingFault } from '../targets/scheduling-target.ts';
import { stripeFault } from '../targets/stripe-target.ts';
import {
  AddFaultAction,
  AdvanceAction,
  CancelBookingAction,
  ClearFaultsAction,
  RedeliverAction,
} from './action-schemas.ts';
import { reasonOf } from './read-snapshot.ts';
import { millisecondsOf } from './time-span.ts';

export interface ActionRoutesOptions {
  readonly targets: ConsoleTargets;
  readonly seed?: Seed | undefined;
  /** Called after every action, so that watching pages see its effect at once. */
  readonly afterAction: () => void;
}

/** What a person can do. Each answers with a sentence about what happened. */
export async function actionRoutes(app: FastifyInstance, options: ActionRoutesOptions): Promise<void> {
  const { targets, seed, afterAction } = options;
  const { stripe, scheduling, identity, database } = targets;

  app.addHook('onResponse', async () => afterAction());
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 502;
    return reply.status(status).send({ error: reasonOf(error) });
  });

  app.post('/reset', async () => {
    // Services that cause effects in others come first, so that nothing is written after its place was emptied.
    await stripe.reset();
    await scheduling.reset();
    await database.reset();
    await identity.reset();
    return { message: 'Everything is empty again.' };
  });

  if (seed) app.post('/seed', async () => ({ message: await seed(targets) }));

  app.post<{ Body: AdvanceAction }>('/advance', { schema: { body: AdvanceAction } }, async (request) => {
    const { now } = await scheduling.clock();
    await scheduling.advance(millisecondsOf(request.body, new Date(now)));
    await stripe.advanceTime(request.body);
    await stripe.settle();
    return { message: `The clock is ahead by another ${spanName(request.body)}.` };
  });

  app.post<{ Body: RedeliverAction }>(
    '/redeliver',
    { schema: { body: RedeliverAction } },
    async (request) => {
      const { service, id } = request.body;
      await (service === 'stripe' ? stripe.redeliver(id) : scheduling.redeliver(id));
      return { message: 'Delivered once more.' };
    },
  );

  app.post<{ Body: AddFaultAction }>('/faults/add', { schema: { body: AddFaultAction } }, async (request) => {
    const { service, target, mode, count } = request.body;
    if (service === 'stripe') await stripe.addFault(known(stripeFault(target, mode, count)));
    else await scheduling.addFault(known(schedulingFault(target, mode, count)));
    return { message: `Fault on: ${mode} at ${target}.` };
  });

  app.post<{ Body: ClearFaultsAction }>(
    '/faults/clear',
    { schema: { body: ClearFaultsAction } },
    async (request) => {
      await (request.body.service === 'stripe' ? stripe : scheduling).clearFaults();
      return { message: 'All faults off.' };
    },
  );

  app.post<{ Body: CancelBookingAction }>(
    '/bookings/cancel',
    { schema: { body: CancelBookingAction } },
    async (request) => {
      const { name } = await scheduling.cancel(request.body.inviteeId);
      return { message: `The booking of ${name} is canceled.` };
    },
  );
}

class UnknownFault extends Error {
  readonly statusCode = 400;
}

function known<Fault>(fault: Fault | undefined): Fault {
  if (fault === undefined) throw new UnknownFault('The emulator has no such fault.');
  return fault;
}

function spanName({ days, months }: AdvanceAction): string {
  const names = [counted(months, 'month'), counted(days, 'day')];
  return names.filter((name) => name !== undefined).join(' and ');
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
