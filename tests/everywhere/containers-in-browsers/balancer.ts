import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import { tunnelWebSocket } from '../../support/websocket-tunnel.ts';

/** Returns the URL of the server that handles a request. */
type Choice = (request: IncomingMessage) => string;

export interface Balancer {
  readonly url: string;
  /** Routes requests by `choice`; before the first call, requests get 503. */
  choose(choice: Choice): void;
  close(): Promise<void>;
}

/** Starts a load balancer in front of several web servers. */
export async function startBalancer(): Promise<Balancer> {
  let choice: Choice | undefined;
  const tunnels = new Set<Duplex>();
  const server = createServer((request, response) => {
    if (choice) forward(choice(request), request, response);
    else response.writeHead(503).end();
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!choice) return void socket.destroy();
    tunnels.add(socket);
    socket.once('close', () => tunnels.delete(socket));
    tunnelWebSocket(request, socket, head, choice(request));
  });
  const { port, close } = await startLocalServer(server);
  return {
    url: `http://localhost:${port}`,
    choose: (next) => {
      choice = next;
    },
    close: () => {
      for (const socket of tunnels) socket.destroy();
      return close();
    },
  };
}

export function forward(
  upstream: string,
  request: IncomingMessage,
  response: ServerResponse,
  moreHeaders: Readonly<Record<string, string>> = {},
): void {
  const { method = 'GET', url = '/' } = request;
  const headers = { ...request.headers, ...moreHeaders };
  const outgoing = openRequest(new URL(url, upstream), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}
