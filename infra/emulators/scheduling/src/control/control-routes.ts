import type { FastifyInstance, FastifyReply } from 'fastify';
import { BookingError } from '../bookings/booking-error.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { AdvanceBody, ConfigureBody, FaultBody, SeedBody } from './control-schemas.ts';
import { readState } from './emulator-state.ts';
import { refuseBrowsers } from './refuse-browsers.ts';
import { DEMO_SEED, seed } from './seed.ts';

export interface ControlActions {
  readonly reset: () => Promise<void>;
  readonly settle: () => Promise<void>;
}

interface ById {
  Params: { id: string };
}

/** The control interface. It listens on a port of its own that no front door forwards to. */
export async function controlRoutes(
  app: FastifyInstance,
  { context, actions }: { context: EmulatorContext; actions: ControlActions },
): Promise<void> {
  const { clock, faults, outbox, addresses, desk, eventType, save } = context;
  refuseBrowsers(app);
  app.setErrorHandler((error, _request, reply) => sendError(error, reply));

  app.get('/health', async () => ({ status: 'ok', now: clock.now().toISOString() }));
  app.get('/state', async () => readState(context));
  app.post('/reset', async (_request, reply) => done(reply, actions.reset()));
  app.post('/settle', async (_request, reply) => done(reply, actions.settle()));

  app.post<{ Body: SeedBody }>('/seed', { schema: { body: SeedBody } }, async (request) => ({
    bookings: await seed(context, request.body.bookings ? request.body : DEMO_SEED),
  }));

  app.post<{ Body: ConfigureBody }>('/configure', { schema: { body: ConfigureBody } }, async (request) => {
    if (request.body.publicUrl !== undefined) addresses.publicUrl = request.body.publicUrl;
    return { eventTypeUrl: addresses.eventTypeUrl };
  });

  app.get('/clock', async () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs }));
  app.post<{ Body: AdvanceBody }>('/clock', { schema: { body: AdvanceBody } }, async (request) => {
    clock.advance(request.body.advanceMs);
    await save();
    return { now: clock.now().toISOString(), offsetMs: clock.offsetMs };
  });

  app.get('/faults', async () => ({ faults: faults.list() }));
  app.post<{ Body: FaultBody }>('/faults', { schema: { body: FaultBody } }, async (request, reply) => {
    const { count = null, delayMs = 3_000, ...rest } = request.body;
    return reply.status(201).send(faults.add({ ...rest, count, delayMs }));
  });
  app.delete('/faults', async (_request, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
  app.delete<ById>('/faults/:id', async (request, reply) =>
    reply.status(faults.remove(request.params.id) ? 204 : 404).send(),
  );

  app.get('/deliveries', async () => ({ deliveries: outbox.deliveries() }));
  app.post<ById>('/deliveries/:id/redeliver', async (request, reply) => {
    const delivery = await outbox.redeliver(request.params.id);
    return delivery ?? reply.status(404).send({ error: 'There is no such delivery.' });
  });

  app.post<ById>('/bookings/:id/cancel', async (request) =>
    desk.cancel(request.params.id, { canceledBy: eventType.host.name, cancelerType: 'host', reason: '' }),
  );
}

async function done(reply: FastifyReply, work: Promise<void>): Promise<FastifyReply> {
  await work;
  return reply.status(204).send();
}

function sendError(error: unknown, reply: FastifyReply): FastifyReply {
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  const status = error instanceof BookingError ? (error.code === 'unknown_booking' ? 404 : 409) : statusCode;
  return reply.status(status).send({ error: message });
}
