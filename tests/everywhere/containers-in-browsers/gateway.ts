import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { startLocalServer } from '../../../infra/emulators/tests/support/local-server.ts';
import { tunnelWebSocket } from '../../support/websocket-tunnel.ts';
import type { Certificate } from './certificate.ts';

/** The server behind a host name. */
export interface Destination {
  readonly upstream: string;
  /** Maps the path; defaults to the request's. */
  readonly path?: (path: string) => string;
  readonly requestHeaders?: (request: IncomingMessage) => Readonly<Record<string, string>>;
  readonly answerHeaders?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

/** Terminates TLS for all known host names at one port; other names get 421. */
export async function startGateway(
  { key, cert }: Certificate,
  destinations: Readonly<Record<string, Destination>>,
): Promise<Gateway> {
  const findDestination = ({ headers }: IncomingMessage) => destinations[headers.host?.split(':')[0] ?? ''];
  const tunnels = new Set<Duplex>();
  const server = createServer({ key, cert }, (request, response) => {
    const destination = findDestination(request);
    if (destination === undefined) response.writeHead(421).end();
    else forward(destination, request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const destination = findDestination(request);
    if (destination === undefined) return void socket.destroy();
    tunnels.add(socket);
    socket.once('close', () => tunnels.delete(socket));
    request.url = pathAt(destination, request);
    tunnelWebSocket(request, socket, head, destination.upstream);
  });
  const { port, close } = await startLocalServer(server);
  return {
    port,
    close: () => {
      for (const socket of tunnels) socket.destroy();
      return close();
    },
  };
}

const pathAt = ({ path = (same) => same }: Destination, { url = '/' }: IncomingMessage) => path(url);

function forward(destination: Destination, request: IncomingMessage, response: ServerResponse): void {
  const { upstream, requestHeaders, answerHeaders = (same) => same } = destination;
  const headers = { ...request.headers, ...requestHeaders?.(request) };
  const outgoing = openRequest(
    new URL(pathAt(destination, request), upstream),
    { method: request.method ?? 'GET', headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answerHeaders(answer.headers));
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}
