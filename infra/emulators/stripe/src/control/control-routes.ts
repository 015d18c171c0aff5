import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { NewDispute } from '../billing/dispute-charge.ts';
import { ApiError } from '../errors/api-error.ts';
import type { DeliveryPlan } from '../faults/delivery-plan.ts';
import type { FaultRequest } from '../faults/faults.ts';
import type { Switches } from '../faults/switches.ts';
import type { LateSettings } from '../options.ts';
import type { Seed } from '../seed.ts';
import type {
  Control,
  NamespaceControl,
  PayRequest,
  Redelivery,
  Release,
  TimeSpan,
} from './control-types.ts';

interface WithId {
  readonly id: string;
}

interface InNamespace {
  readonly namespace: string;
}

type ControlOf = (request: Pick<FastifyRequest, 'params'>) => Control;

/** The control interface of the default account and of every namespace, on a port that no public traffic reaches. */
export function buildControlServer(
  own: Control,
  namespace: (name: string) => NamespaceControl,
  names: () => readonly string[],
): FastifyInstance {
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
  server.get('/_emulator/health', () => ({ status: 'ok', residentBytes: process.memoryUsage.rss() }));
  server.get('/_emulator/namespaces', () => ({ namespaces: names() }));
  server.delete<{ Params: InNamespace }>('/_emulator/ns/:namespace', ({ params }) =>
    namespace(params.namespace).close().then(done),
  );
  controlRoutes(server, '/_emulator', () => own);
  controlRoutes(server, '/_emulator/ns/:namespace', ({ params }) =>
    namespace((params as InNamespace).namespace),
  );
  return server;
}

function controlRoutes(server: FastifyInstance, prefix: string, of: ControlOf): void {
  server.register(
    async (routes) => {
      accountRoutes(routes, of);
      disputeRoutes(routes, of);
      deliveryRoutes(routes, of);
      faultRoutes(routes, of);
    },
    { prefix },
  );
}

function accountRoutes(server: FastifyInstance, of: ControlOf): void {
  server.post('/reset', (request) => of(request).reset().then(done));
  server.post('/settle', (request) => of(request).settle().then(done));
  server.post<{ Body: Partial<Seed> }>('/seed', (request) =>
    of(request)
      .seed(request.body ?? {})
      .then(done),
  );
  server.post<{ Body: LateSettings }>('/configure', (request) =>
    of(request).configure(request.body).then(done),
  );
  server.get<{ Querystring: { livemode?: string } }>('/state', (request) => {
    const { livemode } = request.query;
    return of(request).state(livemode === undefined ? {} : { livemode: readFlag(livemode) });
  });
  server.get('/counters', (request) => of(request).counters());
  server.get('/coverage', (request) => of(request).coverage());
  server.get('/unsupported', (request) => of(request).unsupported());
  server.get('/clock', async (request) => ({ now: await of(request).now() }));
  server.post<{ Body: TimeSpan }>('/clock/advance', async (request) => ({
    now: await of(request).advanceTime(request.body),
  }));
  server.post<{ Params: WithId; Body: PayRequest }>('/checkout/sessions/:id/pay', (request) =>
    of(request).pay(request.params.id, request.body),
  );
}

function disputeRoutes(server: FastifyInstance, of: ControlOf): void {
  server.post<{ Params: WithId; Body: NewDispute }>('/charges/:id/dispute', (request) =>
    of(request).dispute(request.params.id, request.body ?? {}),
  );
  server.post<{ Params: WithId; Body: { status: 'lost' | 'warning_closed' | 'won' } }>(
    '/disputes/:id/close',
    (request) => of(request).closeDispute(request.params.id, request.body),
  );
}

function deliveryRoutes(server: FastifyInstance, of: ControlOf): void {
  server.get('/deliveries', (request) => of(request).deliveries());
  server.post<{ Params: WithId; Body: Redelivery }>('/deliveries/:id/redeliver', (request) =>
    of(request).redeliver(request.params.id, request.body ?? {}),
  );
  server.post<{ Body: Partial<DeliveryPlan> }>('/deliveries/plan', (request) =>
    of(request).planDeliveries(request.body ?? {}),
  );
  server.post<{ Body: Release }>('/deliveries/release', async (request) => ({
    released: await of(request).releaseDeliveries(request.body ?? {}),
  }));
}

function faultRoutes(server: FastifyInstance, of: ControlOf): void {
  server.get('/faults', (request) => of(request).faults());
  server.post<{ Body: FaultRequest }>('/faults', (request) => of(request).addFault(request.body));
  server.get('/switches', (request) => of(request).switches());
  server.post<{ Body: Partial<Switches> }>('/switches', (request) => of(request).setSwitches(request.body));
  server.delete('/faults', (request) => of(request).clearFaults().then(done));
}

function readFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new RangeError('livemode must be true or false');
}

function done() {
  return { done: true };
}
