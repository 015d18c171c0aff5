import Fastify, { type FastifyInstance } from 'fastify';
import type { NewDispute } from '../billing/dispute-charge.ts';
import { ApiError } from '../errors/api-error.ts';
import type { FaultRequest } from '../faults/faults.ts';
import type { Switches } from '../faults/switches.ts';
import type { LateSettings } from '../options.ts';
import type { Seed } from '../seed.ts';
import type { DeliveryPlan } from '../webhooks/delivery-plan.ts';
import type { Control, PayRequest, Redelivery, Release, TimeSpan } from './control-types.ts';

interface WithId {
  readonly id: string;
}

/** The control interface, on a port of its own that no public traffic reaches. */
export function buildControlServer(control: Control): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true });
  server.addHook('onRequest', async ({ headers }, reply) => {
    // A page of another site could otherwise have the visitor's browser call in here.
    const { origin, host } = headers;
    if (origin !== undefined && URL.parse(origin)?.host !== host) {
      return reply.code(403).send({ error: 'The control interface takes no requests from other origins.' });
    }
  });
  server.setErrorHandler((error, _request, reply) => {
    const status = error instanceof ApiError ? error.status : 400;
    return reply.code(status).send({ error: error instanceof Error ? error.message : String(error) });
  });
  accountRoutes(server, control);
  disputeRoutes(server, control);
  deliveryRoutes(server, control);
  faultRoutes(server, control);
  return server;
}

function accountRoutes(server: FastifyInstance, control: Control): void {
  server.get('/_emulator/health', () => ({
    status: 'ok',
    residentBytes: process.memoryUsage.rss(),
  }));
  server.post('/_emulator/reset', () => control.reset().then(done));
  server.post('/_emulator/settle', () => control.settle().then(done));
  server.post<{ Body: Partial<Seed> }>('/_emulator/seed', ({ body }) => control.seed(body ?? {}).then(done));
  server.post<{ Body: LateSettings }>('/_emulator/configure', ({ body }) =>
    control.configure(body).then(done),
  );
  server.get<{ Querystring: { livemode?: string } }>('/_emulator/state', ({ query }) =>
    control.state(query.livemode === undefined ? {} : { livemode: readFlag(query.livemode) }),
  );
  server.get('/_emulator/counters', () => control.counters());
  server.get('/_emulator/coverage', () => control.coverage());
  server.get('/_emulator/unsupported', () => control.unsupported());
  server.get('/_emulator/clock', async () => ({ now: await control.now() }));
  server.post<{ Body: TimeSpan }>('/_emulator/clock/advance', async ({ body }) => ({
    now: await control.advanceTime(body),
  }));
  server.post<{ Params: WithId; Body: PayRequest }>(
    '/_emulator/checkout/sessions/:id/pay',
    ({ params, body }) => control.pay(params.id, body),
  );
}

function disputeRoutes(server: FastifyInstance, control: Control): void {
  server.post<{ Params: WithId; Body: NewDispute }>('/_emulator/charges/:id/dispute', ({ params, body }) =>
    control.dispute(params.id, body ?? {}),
  );
  server.post<{ Params: WithId; Body: { status: 'lost' | 'warning_closed' | 'won' } }>(
    '/_emulator/disputes/:id/close',
    ({ params, body }) => control.closeDispute(params.id, body),
  );
}

function deliveryRoutes(server: FastifyInstance, control: Control): void {
  server.get('/_emulator/deliveries', () => control.deliveries());
  server.post<{ Params: WithId; Body: Redelivery }>(
    '/_emulator/deliveries/:id/redeliver',
    ({ params, body }) => control.redeliver(params.id, body ?? {}),
  );
  server.post<{ Body: Partial<DeliveryPlan> }>('/_emulator/deliveries/plan', ({ body }) =>
    control.planDeliveries(body ?? {}),
  );
  server.post<{ Body: Release }>('/_emulator/deliveries/release', async ({ body }) => ({
    released: await control.releaseDeliveries(body ?? {}),
  }));
}

function faultRoutes(server: FastifyInstance, control: Control): void {
  server.get('/_emulator/faults', () => control.faults());
  server.post<{ Body: FaultRequest }>('/_emulator/faults', ({ body }) => control.addFault(body));
  server.get('/_emulator/switches', () => control.switches());
  server.post<{ Body: Partial<Switches> }>('/_emulator/switches', ({ body }) => control.setSwitches(body));
  server.delete('/_emulator/faults', () => control.clearFaults().then(done));
}

function readFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new RangeError('livemode must be true or false');
}

function done() {
  return { done: true };
}
