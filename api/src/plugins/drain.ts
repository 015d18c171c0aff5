import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;
/** Time for a request that is already on its way to arrive. */
const SILENCE_MS = 1000;

/**
 * Closes connections as they fall idle while the API drains. Fastify only closes those that are idle when
 * draining begins; a proxy's keep-alive would hold the others open. Node does not count a connection without
 * any request as idle.
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
