import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * While the API drains, connections are closed as they fall idle. Fastify closes those that are idle when
 * draining begins; one that answers its last request after that would be kept open by a proxy's keep-alive.
 */
export function closeConnectionsAsTheyFallIdle(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
