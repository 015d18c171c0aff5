import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { forward } from '@outharbor/rehearsal/gateway';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import { tunnelWebSocket } from '../../support/websocket-tunnel.ts';

/** Returns the URL of the server that handles a request. */
type Choice = (request: IncomingMessage) => string;

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** Starts a load balancer in front of several web servers. */
export async function startBalancer() {
  let choice: Choice | undefined;
  const server = createServer((request, response) => {
    if (choice) forward(new URL(request.url ?? '/', choice(request)), request, response);
    else response.writeHead(503).end();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!choice) return void socket.destroy();
    tunnelWebSocket(request, socket, head, choice(request));
  });
  const { port, close } = await startLocalServer(server);
  return {
    url: `http://localhost:${port}`,
    /** Routes requests by `next`; before the first call, requests get 503. */
    choose: (next: Choice) => {
      choice = next;
    },
    close,
  };
}
