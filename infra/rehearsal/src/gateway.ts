import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpServer, request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { ServerCertificate } from '@outharbor/emulator-kit/authority';
import { joinDelayed } from '@outharbor/emulator-kit/join-delayed';
import { listenOn } from '@outharbor/emulator-kit/listening';

/**
 * A local service. The site receives requests with the headers of a TLS terminator, other services raw bytes.
 */
export interface Destination {
  readonly url: string;
  readonly isSite?: boolean;
}

export interface GatewayOptions {
  readonly server: ServerCertificate;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly findDestination: (hostName: string) => Destination | undefined;
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Starts a TLS server that represents the internet: known names lead to their services, others nowhere. */
export async function startGateway({ server, findDestination, ...options }: GatewayOptions) {
  const names = new Set<string>();
  const interrupted = new Set<string>();
  const sockets = new Map<TLSSocket, string>();
  let delayMs = 0;
  const terminator = createHttpServer((request, response) => {
    const site = findDestination((request.socket as TLSSocket).servername || '');
    if (site) forwardToSite(site, request, response);
    else response.destroy();
  });
  const gateway = createServer({ ...server, ALPNProtocols: ['http/1.1'] }, (socket) => {
    const name = socket.servername || '(no name)';
    names.add(name);
    sockets.set(socket, name);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const destination = interrupted.has(name) ? undefined : findDestination(name);
    if (destination === undefined) socket.destroy();
    else if (destination.isSite) terminator.emit('connection', socket);
    else connectTo(destination, socket, delayMs);
  });
  const { port } = await listenOn(gateway, options.port, options.host);
  const drop = (isDropped: (name: string) => boolean) => {
    for (const [socket, name] of sockets) if (isDropped(name)) socket.destroy();
  };
  const dropAll = () => drop(() => true);
  return {
    port,
    /** All host names requested so far, known or not. */
    names: names as ReadonlySet<string>,
    /** Simulates an outage: drops current and future connections to these names until `resume`. */
    interrupt: (hosts: readonly string[]) => {
      for (const host of hosts) interrupted.add(host);
      drop((name) => interrupted.has(name));
    },
    resume: () => interrupted.clear(),
    /** Sets the latency each way for new connections to the services; drops existing ones. */
    delay: (ms: number) => {
      delayMs = ms;
      dropAll();
    },
    /** Drops all connections and presents this certificate on new ones. */
    present: (certificate: ServerCertificate) => {
      gateway.setSecureContext(certificate);
      dropAll();
    },
    close: async () => {
      const closed = once(gateway, 'close');
      gateway.close();
      dropAll();
      await closed;
    },
  };
}

function connectTo({ url }: Destination, client: TLSSocket, delayMs: number): void {
  const { hostname, port } = new URL(url);
  joinDelayed(client, connect({ host: hostname, port: Number(port) }), delayMs);
}

/** A documentation address (RFC 5737) for visitors on other machines. */
const VISITOR = '203.0.113.7';

/** Keeps the client's own X-Forwarded-For and appends its address, as a terminator does. */
function forwardToSite({ url }: Destination, request: IncomingMessage, response: ServerResponse): void {
  const claimed = request.headers['x-forwarded-for'];
  forward(new URL(request.url ?? '/', url), request, response, {
    'x-forwarded-for': claimed === undefined ? VISITOR : `${claimed}, ${VISITOR}`,
    'x-forwarded-proto': 'https',
  });
}

/** Passes a request on with more headers, and the answer back. */
export function forward(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  moreHeaders: Readonly<Record<string, string>> = {},
): void {
  const { method = 'GET' } = request;
  const headers = { ...request.headers, ...moreHeaders };
  const outgoing = openRequest(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => response.destroy()).pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  request.pipe(outgoing);
}
