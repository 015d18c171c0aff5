import type { FaultBody } from '@outharbor/scheduling-emulator/control/control-schemas';
import { FAULT_MODES, FAULT_TARGETS } from '@outharbor/scheduling-emulator/control/fault-switches';
import type { FastifyInstance } from 'fastify';
import type { ConsoleTargets } from '../targets/console-targets.ts';
import {
  AddFaultAction,
  AdvanceAction,
  CancelBookingAction,
  RedeliverAction,
  RemoveFaultAction,
} from './action-schemas.ts';
import { reasonOf } from './read-snapshot.ts';
import { seed } from './seed.ts';
import { millisecondsOf } from './time-span.ts';

export interface ActionRoutesOptions {
  readonly targets: ConsoleTargets;
  /** Called after every action, so that watching pages see its effect at once. */
  readonly afterAction: () => Promise<void>;
}

/** What a person can do. Each answers with a sentence about what happened. */
export async function actionRoutes(app: FastifyInstance, options: ActionRoutesOptions): Promise<void> {
  const { targets, afterAction } = options;
  const { stripe, scheduling, identity, database } = targets;

  app.addHook('onResponse', () => afterAction());
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

  app.post('/seed', async () => ({ message: await seed(targets) }));

  app.post<{ Body: AdvanceAction }>('/advance', { schema: { body: AdvanceAction } }, async (request) => {
    const { now } = await scheduling.clock();
    await scheduling.advance(millisecondsOf(request.body, new Date(now)));
    await stripe.advance(request.body);
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
    const { service, ...fault } = request.body;
    await (service === 'stripe' ? stripe.addFault(fault) : scheduling.addFault(schedulingFault(fault)));
    return { message: `Fault on: ${fault.mode} at ${fault.target}.` };
  });

  app.post<{ Body: RemoveFaultAction }>(
    '/faults/remove',
    { schema: { body: RemoveFaultAction } },
    async (request) => {
      const { service, id } = request.body;
      await (service === 'stripe' ? stripe.removeFault(id) : scheduling.removeFault(id));
      return { message: 'Fault off.' };
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

function schedulingFault({ target, mode, count }: Omit<AddFaultAction, 'service'>): FaultBody {
  const knownTarget = FAULT_TARGETS.find((known) => known === target);
  const knownMode = FAULT_MODES.find((known) => known === mode);
  if (!knownTarget || !knownMode) throw new InvalidAction('The scheduling emulator has no such fault.');
  return { target: knownTarget, mode: knownMode, count };
}

class InvalidAction extends Error {
  readonly statusCode = 400;
}

function spanName({ days, months }: AdvanceAction): string {
  const names = [counted(months, 'month'), counted(days, 'day')];
  return names.filter((name) => name !== undefined).join(' and ');
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
