import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_VERSION, type Context } from '../context.ts';
import { randomText } from '../state/identifiers.ts';
import type { StripeMock } from '../stripe-mock/stripe-mock.ts';
import { ApiError, notSupported } from './api-error.ts';
import { authenticate } from './authenticate.ts';
import { type Answer, carryOut, errorAnswer } from './call.ts';
import type { Endpoint, PathParams } from './endpoint.ts';
import { heldUp } from './fault-layer.ts';
import { type KeyedRequest, keyedRequest, keyInUse } from './idempotency.ts';

export interface ApiRouteDependencies {
  readonly context: Context;
  readonly endpoints: readonly Endpoint[];
  readonly stripeMock: StripeMock | null;
  /** Brings the account up to the present before it is looked at. */
  readonly catchUp: () => void;
}

const METHODS: ('GET' | 'POST' | 'DELETE')[] = ['GET', 'POST', 'DELETE'];

export function apiRoutes(server: FastifyInstance, dependencies: ApiRouteDependencies): void {
  const inFlight = new Set<string>();
  const answerWith = (endpoint: Endpoint) => (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, { ...dependencies, endpoint, inFlight });
  for (const endpoint of dependencies.endpoints) {
    server.route({ method: endpoint.method, url: endpoint.path, handler: answerWith(endpoint) });
  }
  for (const method of METHODS) {
    server.route({ method, url: '/v1/*', handler: answerWith(missingEndpoint(method)) });
  }
}

function missingEndpoint(method: Endpoint['method']): Endpoint {
  const run: Endpoint['run'] = (_context, _form, path) => {
    throw notSupported(`${method} /v1/${path['*'] ?? ''}`);
  };
  return { method, path: '/v1/*', run };
}

interface Work extends ApiRouteDependencies {
  readonly endpoint: Endpoint;
  readonly inFlight: Set<string>;
}

async function answer(request: FastifyRequest, reply: FastifyReply, work: Work): Promise<FastifyReply> {
  const requestId = `req_${randomText(14)}`;
  // On the answer itself, where a log of requests can read it.
  reply.raw.setHeader('request-id', requestId);
  reply.header('stripe-version', API_VERSION);
  const key = keyOf(request);
  if (key !== null) reply.header('idempotency-key', key);
  if (key !== null && work.inFlight.has(key)) return send(reply, errorAnswer(keyInUse()));
  if (key !== null) work.inFlight.add(key);
  try {
    return send(reply, await answerOf(request, work, requestId, key));
  } catch (error) {
    if (error instanceof ApiError) return send(reply, errorAnswer(error));
    throw error;
  } finally {
    if (key !== null) work.inFlight.delete(key);
  }
}

async function answerOf(
  request: FastifyRequest,
  work: Work,
  requestId: string,
  key: string | null,
): Promise<Answer> {
  const { context, endpoint, stripeMock } = work;
  refusePublicTraffic(request);
  await heldUp(request.raw);
  const body = typeof request.body === 'string' ? request.body : '';
  const checked = await stripeMock?.check({
    method: request.method,
    url: request.url,
    headers: request.headers,
    body,
  });
  if (checked?.refusal !== undefined) return checked.refusal;
  authenticate(request.headers.authorization, context.settings.secretKey);
  work.catchUp();
  return carryOut(
    { ...context, cause: { requestId, idempotencyKey: key } },
    {
      endpoint,
      form: request.method === 'POST' ? body : queryOf(request),
      path: request.params as PathParams,
      requestId,
      keyed: key === null ? null : keyed(request, key, body),
      finish: checked?.layUnder ?? ((object) => object),
    },
  );
}

/** What comes through the front door is a visitor's; the API belongs to the account's own server. */
function refusePublicTraffic({ headers }: FastifyRequest): void {
  if (headers['x-emulator-public'] === undefined) return;
  const message = 'The emulated Stripe API is not reachable from the public site.';
  throw new ApiError(403, 'invalid_request_error', message, {}, true);
}

/** Only POSTs are idempotent by key; for the other methods the key has no effect. */
function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof header === 'string' && header !== '' ? header : null;
}

function keyed(request: FastifyRequest, key: string, body: string): KeyedRequest {
  return keyedRequest(key, request.url, body);
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

function send(reply: FastifyReply, { status, body, replayOf }: Answer): FastifyReply {
  if (replayOf !== null) reply.header('idempotent-replayed', 'true').header('original-request', replayOf);
  return reply.code(status).header('content-type', 'application/json').send(body);
}
