import type { IncomingHttpHeaders } from 'node:http';
import proxy from '@fastify/http-proxy';
import replyFrom from '@fastify/reply-from';
import { EMULATED_PATHS } from '@outharbor/contract/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Client, readClient } from './client.ts';
import { FORWARDED_METHODS, LIMITS } from './policy.ts';
import { reject } from './reject.ts';
import { COMMON_HEADERS } from './security-headers.ts';

export interface ForwardTargets {
  /** A function, because addresses change as instances come and go. */
  readonly api: () => readonly string[];
  /** Null if the services are real; pages reach those at their own origins. */
  readonly emulators: EmulatorTargets | null;
  /** Requests wait for it, as for a service that starts again. */
  readonly ready?: () => Promise<void>;
}

type EmulatorTargets = EmulatorsWith<string>;
type EmulatorsWith<T> = Readonly<Record<'stripe' | 'scheduling' | 'identity' | 'database', T>>;

export function urlsOf(emulators: EmulatorsWith<{ readonly url: string }>): EmulatorTargets {
  const { stripe, scheduling, identity, database } = emulators;
  return { stripe: stripe.url, scheduling: scheduling.url, identity: identity.url, database: database.url };
}

export interface Forwarding {
  readonly targets: ForwardTargets;
  readonly behindTerminator: boolean;
}

interface Route {
  readonly path: string;
  readonly exact?: boolean;
  readonly service: 'api' | keyof EmulatorTargets;
  readonly answerMs?: number;
}

const ROUTES: readonly Route[] = [
  { path: '/api', service: 'api' },
  { path: EMULATED_PATHS.stripe, service: 'stripe' },
  { path: EMULATED_PATHS.scheduling, service: 'scheduling' },
  { path: EMULATED_PATHS.identityToolkit, service: 'identity' },
  { path: EMULATED_PATHS.secureToken, service: 'identity' },
  {
    path: EMULATED_PATHS.databaseLongPoll,
    exact: true,
    service: 'database',
    answerMs: LIMITS.longPollAnswerMs,
  },
];

/** Hop-by-hop headers (RFC 9110 §7.6.1), headers that a client must not set, and other sites' cookies. */
const NEVER_FORWARDED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|x-real-ip|x-request-id|x-emulator-public|cookie)$/;
const NEVER_RETURNED =
  /^(?:connection|keep-alive|proxy-.*|trailer|transfer-encoding|upgrade|server|x-powered-by)$/;

/** A request that crashes a process must not be sent to every instance. */
const MAX_TRIES = 2;

/** Adds the routes that lead to the API and the emulators. `forwarding` is called for every request. */
export function addForwarding(app: FastifyInstance, forwarding: () => Forwarding): void {
  let turn = 0;
  app.register(async (scope) => {
    await scope.register(replyFrom, { undici: { connect: { timeout: 2_000 } }, retryMethods: [] });
    // Complete, so that a slow client holds no connection to a service and the request can be repeated.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const route of ROUTES) {
      for (const url of route.exact ? [route.path] : [route.path, `${route.path}/*`])
        scope.route({
          method: [...FORWARDED_METHODS],
          url,
          handler: async (request, reply) => {
            await forwarding().targets.ready?.();
            return send(route, request, reply, addressesFor(route));
          },
        });
    }
  });

  function addressesFor({ service }: Route): readonly string[] {
    const { api, emulators } = forwarding().targets;
    if (service !== 'api') return emulators ? [emulators[service]] : [];
    const all = api();
    turn = (turn + 1) % Math.max(all.length, 1);
    return [...all.slice(turn), ...all.slice(0, turn)].slice(0, MAX_TRIES);
  }

  /** Sends the request to the first address that answers. */
  function send(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    [address, ...others]: readonly string[],
  ): FastifyReply {
    if (address === undefined) return reject(reply, route.service === 'api' ? 503 : 404);
    const body = request.body as Buffer | undefined;
    return reply.from(undefined, {
      getUpstream: () => address,
      timeout: route.answerMs ?? LIMITS.answerMs,
      ...(body && {
        body,
        contentType: request.headers['content-type'] ?? 'application/octet-stream',
      }),
      rewriteRequestHeaders: (_request, headers) => ({
        ...headersForService(request, readClient(request.raw, forwarding().behindTerminator), route.service),
        ...(body && { 'content-length': headers['content-length'] }),
      }),
      rewriteHeaders: (headers) => headersForClient(headers, request.id, route.service === 'scheduling'),
      onError: (_reply, { error }) =>
        others.length > 0 && mayRepeat(route, request, error)
          ? send(route, request, reply, others)
          : reject(reply, 503),
    });
  }
}

/** Calls of the API may be repeated, as may what had no effect. */
function mayRepeat({ service }: Route, { method }: FastifyRequest, error: Error): boolean {
  const { code } = (error.cause ?? {}) as { code?: string };
  return service === 'api' || code === 'ECONNREFUSED' || method === 'GET' || method === 'HEAD';
}

/** Leads the database's WebSocket through; returns a function that cuts all of them. */
export function addWebSocket(app: FastifyInstance, forwarding: () => Forwarding): () => void {
  const sockets = new Set<{ terminate(): void }>();
  const database = () => forwarding().targets.emulators?.database;
  const wsClientOptions = {
    perMessageDeflate: false,
    rewriteRequestHeaders: (_headers: object, request: FastifyRequest) =>
      handshakeHeaders(request, readClient(request.raw, forwarding().behindTerminator)),
  };
  app.register(proxy, {
    prefix: EMULATED_PATHS.databaseSocket,
    rewritePrefix: EMULATED_PATHS.databaseSocket,
    routes: ['/'],
    httpMethods: ['GET'],
    upstream: '',
    websocket: true,
    replyOptions: { getUpstream: () => database() ?? '' },
    preHandler: (_request, reply, done) => {
      if (database()) done();
      else reject(reply, 404);
    },
    handler: (_request, reply) => reject(reply, 400),
    wsClientOptions,
    wsHooks: {
      onConnect: (_context, source) => {
        sockets.add(source);
        source.once('close', () => sockets.delete(source));
      },
    },
  });
  return () => {
    for (const socket of sockets) socket.terminate();
  };
}

function handshakeHeaders(request: FastifyRequest, client: Client): IncomingHttpHeaders {
  const headers = headersForService(request, client, 'database');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('sec-websocket-')));
}

function headersForService(
  { headers, id }: FastifyRequest,
  client: Client,
  service: Route['service'],
): IncomingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(/\s*,\s*/) ?? [];
  const kept = Object.entries(headers).filter(
    ([name]) =>
      name !== 'content-length' &&
      !NEVER_FORWARDED.test(name) &&
      !named.includes(name) &&
      // The emulators would treat `Bearer owner` as an administrator.
      (name !== 'authorization' || service === 'api'),
  );
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': client.address,
    'x-real-ip': client.address,
    'x-forwarded-proto': client.scheme,
    'x-forwarded-host': headers.host ?? '',
    'x-request-id': id,
    'x-emulator-public': '1',
  };
}

/** The service's own policy and caching take precedence over the defaults for data. */
function headersForClient(
  headers: IncomingHttpHeaders,
  requestId: string,
  framed: boolean,
): IncomingHttpHeaders {
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !NEVER_RETURNED.test(name))),
    ...COMMON_HEADERS,
    'x-frame-options': framed ? 'SAMEORIGIN' : 'DENY',
    'x-request-id': requestId,
  };
}
