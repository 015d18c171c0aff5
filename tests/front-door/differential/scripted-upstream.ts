import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { refuseClientError } from '@outharbor/api/plugins/client-errors';

type Script = (request: IncomingMessage, response: ServerResponse) => unknown;

const AS_THE_API = { requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
const HOP_BY_HOP = ['connection', 'content-length', 'transfer-encoding'];

/**
 * A response to HEAD ends with its head. Without `Connection: close`, a front door would send the next
 * request on the same connection and find it closed.
 */
const LAST_HEAD = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';

/** Service behaviour, selected by the request's `?answer=`. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  /** Returns the received request, so that what the front doors forward can be compared too. */
  echo: async (request, response) => {
    const { method, url, headers } = request;
    // A front door that gives up on a body closes the connection.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('x-powered-by', 'test');
    response.setHeader('server', 'test/1.0');
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/']);
    const endToEnd = Object.entries(headers)
      .filter(([name]) => !HOP_BY_HOP.includes(name))
      .toSorted();
    response.end(JSON.stringify({ method, url, headers: Object.fromEntries(endToEnd), body }));
  },
  page: (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'self'",
        'cache-control': 'private, max-age=60',
        vary: 'Origin',
        etag: '"page"',
      })
      .end(`<p>${'long enough to be worth packing '.repeat(100)}</p>`),
  unchanged: (_request, response) => response.writeHead(304, { etag: '"page"' }).end(),
  created: (_request, response) => response.writeHead(201, { location: '/api/x' }).end(),
  empty: (_request, response) => response.writeHead(204).end(),
  moved: (_request, response) => response.writeHead(302, { location: '/emulated/stripe/x' }).end(),
  missing: (_request, response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"not_found"}}'),
  limited: (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end(),
  failed: (_request, response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('failed'),
  unavailable: (_request, response) => response.writeHead(503, { 'retry-after': '5' }).end(),
  silent: () => undefined,
  begun: (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('half of it'),
  cut: (request) => request.socket.destroy(),
  'cut-in-head': (request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/pl'),
  'cut-in-body': (request) => request.socket.end(`${LAST_HEAD}Content-Length: 100\r\n\r\nhalf of it`),
  'cut-in-chunk': (request) =>
    request.socket.end(`${LAST_HEAD}Transfer-Encoding: chunked\r\n\r\n64\r\nhalf of it`),
};

export type ScriptName = keyof typeof SCRIPTS;

export interface ScriptedUpstream {
  readonly port: number;
  /** State of the request with this `visit` in its query. */
  stateOf(visit: string): 'not here' | 'under way' | 'over';
  /** Closes the server; further connections are refused. */
  stop(): Promise<void>;
}

/** Starts a stand-in for every service behind a front door, reachable from containers on this machine. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const visits = new Map<string | null, 'under way' | 'over'>();
  const server = createServer(AS_THE_API, (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://upstream');
    const visit = searchParams.get('visit');
    visits.set(visit, 'under way');
    response.once('close', () => visits.set(visit, 'over'));
    SCRIPTS[searchParams.get('answer') ?? 'echo']?.(request, response);
  });
  server.keepAliveTimeout = 60_000;
  server.on('clientError', refuseClientError);
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stateOf: (visit) => visits.get(visit) ?? 'not here',
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
