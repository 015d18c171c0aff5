import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { refuseClientError } from '@outharbor/api/plugins/client-errors';

type Script = (request: IncomingMessage, response: ServerResponse) => unknown;

const AS_THE_API = { requestTimeout: 10_000, connectionsCheckingInterval: 1000 };
const OF_ONE_CONNECTION = ['connection', 'content-length', 'transfer-encoding'];

/**
 * A HEAD request has its whole answer with the head. A door told nothing else would send the next request on the same
 * connection, and find it closed.
 */
const LAST_HEAD = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';

/** What a service can do, chosen by `?answer=` of the request. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  /** What arrived, so that the two doors' requests can be compared too. */
  echo: async (request, response) => {
    const { method, url, headers } = request;
    // A door that gives up on a body ends the connection: nobody is left to be answered.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.setHeader('x-powered-by', 'test');
    response.setHeader('server', 'test/1.0');
    response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/']);
    const told = Object.entries(headers)
      .filter(([name]) => !OF_ONE_CONNECTION.includes(name))
      .toSorted();
    response.end(JSON.stringify({ method, url, headers: Object.fromEntries(told), body }));
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
  /** Whether the request with this `visit` in its query is under way, or has come to its end. */
  stateOf(visit: string): 'not here' | 'under way' | 'over';
  /** From now on connections are refused. */
  stop(): Promise<void>;
}

/** Stands for every service behind a front door, reachable from this machine's containers. */
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
