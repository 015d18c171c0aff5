import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** A request that is already on its way arrives within this time. */
const SILENCE_MS = 1000;

/**
 * While the API drains, connections are closed as they fall idle. Fastify closes those that are idle when
 * draining begins; one that answers its last request after that would be kept open by a proxy's keep-alive.
 * Node does not count a connection without any request so far as idle, and would wait for it.
 */
export function closeConnectionsAsTheyFallIdle(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));

  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    const silence = setTimeout(() => {
      for (const socket of silent) socket.destroy();
    }, SILENCE_MS);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(silence);
    });
  });
}
