import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Part } from '../../kinds/part.ts';
import { REQUEST_LOGS, SOCKET_PATH, sessionEndpoint, sessions } from './cli-session.ts';
import { listen } from './event-listeners.ts';
import { paymentPageEndpoints } from './payment-pages.ts';
import { streamLogs, tail } from './request-logs.ts';
import { retryEndpoint } from './retry-event.ts';

const MAX_MESSAGE_BYTES = 1024 * 1024;
const UNKNOWN = JSON.stringify({ error: { message: 'Unknown WebSocket ID.' } });

const isForSession = ({ url = '' }: IncomingMessage) => url.startsWith(SOCKET_PATH);

/** Accepts the sockets of sessions. */
function serveSockets(server: FastifyInstance): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  // Without it, newer releases of Node.js would no longer answer clients that offer HTTP/2.
  Object.assign(server.server, { shouldUpgradeCallback: isForSession });
  server.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const session = sessions.get(String(request.headers['websocket-id']));
    if (session === undefined || !isForSession(request)) {
      socket.end(
        `HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: ${UNKNOWN.length}\r\n\r\n${UNKNOWN}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('error', () => accepted.terminate());
      const begin = session.features.includes(REQUEST_LOGS) ? tail : listen;
      begin(session, accepted);
    });
  });
  server.addHook('preClose', async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  });
}

/** What Stripe's own command-line program needs for `listen`, `logs tail` and `events resend`. */
export const stripeCli: Part = {
  endpoints: [sessionEndpoint, retryEndpoint, ...paymentPageEndpoints],
  serve: (server, { findSettings }) => {
    serveSockets(server);
    streamLogs(server, findSettings);
  },
};
