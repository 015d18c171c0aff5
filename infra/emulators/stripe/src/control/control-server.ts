import Fastify, { type FastifyInstance } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import type { PayRequest, TimeSpan } from './control-types.ts';
import type { Operations } from './operations.ts';

/** The control interface, on a port of its own that no public traffic reaches. */
export function buildControlServer(operations: Operations): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true });
  server.setErrorHandler((error, _request, reply) => {
    const status = error instanceof ApiError ? error.status : 400;
    return reply.code(status).send({ error: error instanceof Error ? error.message : String(error) });
  });
  server.get('/_emulator/health', () => ({ status: 'ok' }));
  server.post('/_emulator/reset', async () => {
    await operations.reset();
    return { reset: true };
  });
  server.post('/_emulator/settle', async () => {
    await operations.settle();
    return { settled: true };
  });
  server.get('/_emulator/state', () => operations.state());
  server.post<{ Params: { id: string }; Body: PayRequest }>(
    '/_emulator/checkout/sessions/:id/pay',
    ({ params, body }) => operations.pay(params.id, body),
  );
  server.get('/_emulator/clock', () => ({ now: operations.now() }));
  server.post<{ Body: TimeSpan }>('/_emulator/clock/advance', async ({ body }) => ({
    now: await operations.advanceTime(body),
  }));
  return server;
}
