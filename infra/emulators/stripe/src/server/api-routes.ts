import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  actingContext,
  authenticate,
  authorize,
  hasPublishableKey,
  isFromFrontDoor,
  isPublicCall,
  rejectPage,
} from '../calls/authenticate.ts';
import { type Answer, answerCall, errorAnswer } from '../calls/call.ts';
import { findBreakage, injectedDelay, RATE_LIMIT_HEADER, readPath } from '../calls/fault-layer.ts';
import { callName } from '../calls/unsupported.ts';
import { ApiError, notSupported, rateLimited, unrecognizedUrl } from '../description/api-error.ts';
import { API_VERSION, isCallAtStripe, requireVersion } from '../description/description.ts';
import type { Endpoint, PathParams } from '../kinds/endpoint.ts';
import { keyedRequest, keyInUse } from '../kinds/idempotency.ts';
import { randomText, randomUuid } from '../kinds/random-text.ts';
import type { Account, Accounts } from './emulated-accounts.ts';
import type { StripeMock } from './stripe-mock.ts';

export interface ApiRouteDependencies {
  readonly accounts: Accounts;
  readonly endpoints: readonly Endpoint[];
  readonly stripeMock: StripeMock | null;
  readonly guard: PageGuard;
}

const METHODS: ('GET' | 'POST' | 'DELETE')[] = ['GET', 'POST', 'DELETE'];

export function apiRoutes(server: FastifyInstance, dependencies: ApiRouteDependencies): void {
  const inFlight = new Set<string>();
  const { accounts, stripeMock, guard } = dependencies;
  const answerWith = (endpoint: Endpoint) => (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, { account: accounts.of(request.raw), stripeMock, guard, endpoint, inFlight });
  for (const endpoint of dependencies.endpoints) {
    server.route({ method: endpoint.method, url: endpoint.path, handler: answerWith(endpoint) });
  }
  for (const method of METHODS) {
    for (const root of ['/v1', '/v2'] as const) {
      server.route({ method, url: `${root}/*`, handler: answerWith(missingEndpoint(method, `${root}/*`)) });
    }
  }
}

function missingEndpoint(method: Endpoint['method'], path: string): Endpoint {
  const run: Endpoint['run'] = (_context, _form, params) => {
    const url = path.replace('*', params['*'] ?? '');
    // Version 2 of the API is not described.
    if (url.startsWith('/v1/') && !isCallAtStripe(`${method} ${url}`)) throw unrecognizedUrl(method, url);
    throw notSupported(`${method} ${url}`);
  };
  return { method, path, run, parameters: [], shownOnly: [] };
}

interface Work extends Pick<ApiRouteDependencies, 'stripeMock' | 'guard'> {
  readonly account: Account;
  readonly endpoint: Endpoint;
  readonly inFlight: Set<string>;
}

async function answer(request: FastifyRequest, reply: FastifyReply, work: Work): Promise<FastifyReply> {
  const requestId = work.account.mode.context.store.naming(() => nameRequest(reply));
  const key = readKey(request);
  const acting = actingAccount(request);
  const claim = `${request.headers.authorization} ${acting} ${key}`;
  if (acting !== undefined) reply.header('stripe-account', acting);
  if (request.method === 'POST') {
    // Stripe gives a request without a key one of its own.
    reply.header('idempotency-key', key ?? randomUuid()).header('original-request', requestId);
  }
  if (key !== null && work.inFlight.has(claim)) return send(reply, errorAnswer(keyInUse()));
  if (key !== null) work.inFlight.add(claim);
  try {
    const version = readVersion(request, work.account.settings.apiVersion);
    reply.header('stripe-version', version);
    return send(reply, await answerRequest(request, work, { requestId, key, version }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { rateLimitReason } = error.details;
    if (error.status === 501) {
      work.account.unsupported.note(callName(request.method, request.url), error);
      reply.header('stripe-should-retry', 'false');
    }
    if (rateLimitReason !== undefined) reply.header(RATE_LIMIT_HEADER, rateLimitReason);
    return send(reply, errorAnswer(error));
  } finally {
    if (key !== null) work.inFlight.delete(claim);
  }
}

/** Set on the raw response so that request logging can read it. */
export function nameRequest(reply: FastifyReply): string {
  const requestId = `req_${randomText(14)}`;
  reply.raw.setHeader('request-id', requestId);
  return requestId;
}

interface RequestTraits {
  readonly requestId: string;
  readonly key: string | null;
  readonly version: string;
}

async function answerRequest(
  request: FastifyRequest,
  work: Work,
  { requestId, key, version }: RequestTraits,
): Promise<Answer> {
  const { account, endpoint, stripeMock } = work;
  rejectPublicTraffic(request);
  rejectPage(request.headers, work.guard);
  await injectedDelay(request.raw);
  const body = typeof request.body === 'string' ? request.body : '';
  const { method, url, headers } = request;
  const isUpload = headers['content-type']?.startsWith('multipart/') === true;
  // stripe-mock supports a single version and would reject other versions' parameters.
  const beside = version === API_VERSION && !isUpload ? stripeMock : null;
  // Parameters may be in both; of two values for one, that in the body counts.
  const form = [readQuery(request), body].filter(Boolean).join('&');
  const apiKey = authenticate(headers.authorization, account.keys, {
    isPublic: isPublicCall(endpoint, form),
  });
  rejectEmptyId(request);
  const { context: own } = apiKey.livemode ? account.live : account.test;
  const context = actingContext(own, actingAccount(request), apiKey);
  authorize(apiKey, endpoint.method, endpoint.path.endsWith('/*') ? request.url : endpoint.path);
  const limit = account.limits.reasonAgainst(
    `${endpoint.method} ${endpoint.path}`,
    account.settings.switches,
  );
  if (limit !== null) throw rateLimited(limit);
  account.catchUp();
  const answered = answerCall(
    { ...context, cause: { requestId, idempotencyKey: key, version, host: headers.host, ip: request.ip } },
    {
      endpoint,
      form,
      path: pathParams(request),
      requestId,
      version,
      keyed: key === null ? null : keyedRequest(key, readPath(request), form),
      isPublic: hasPublishableKey(headers),
      breakage: findBreakage(request.raw),
      otherMode: (apiKey.livemode ? account.test : account.live).context.store,
    },
  );
  if (answered.status === 200) void beside?.compare({ method, url, headers, body });
  return answered;
}

/** As in forms, a plus sign in a path stands for a space. */
function pathParams(request: FastifyRequest): PathParams {
  const given = request.params as PathParams;
  if (!readPath(request).includes('+')) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value?.replaceAll('+', ' ')]),
  );
}

/** Requests through the front door come from visitors; only the account's own server may use the API. */
function rejectPublicTraffic({ headers }: FastifyRequest): void {
  if (!isFromFrontDoor(headers)) return;
  const message = 'The emulated Stripe API is not reachable from the public site.';
  throw new ApiError(403, 'invalid_request_error', message, {}, true);
}

/** An empty id leaves a slash at the end or two in a row, which no path of Stripe has. */
function rejectEmptyId(request: FastifyRequest): void {
  const path = readPath(request);
  if (!path.endsWith('/') && !path.includes('//')) return;
  throw unrecognizedUrl(
    request.method,
    path,
    'If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. ',
  );
}

function readVersion({ headers }: FastifyRequest, standard: string): string {
  const requested = headers['stripe-version'];
  return typeof requested === 'string' && requested !== '' ? requireVersion(requested) : standard;
}

/** The account that a request names; newer SDKs call it its context. */
function actingAccount({ headers }: FastifyRequest): string | undefined {
  const named = headers['stripe-account'] ?? headers['stripe-context'];
  return named === undefined ? undefined : String(named);
}

/** Stripe ignores idempotency keys on methods other than POST. */
function readKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  return request.method === 'POST' && typeof header === 'string' && header !== '' ? header : null;
}

function readQuery({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

function send(reply: FastifyReply, { status, body, replayOf, kept }: Answer): FastifyReply {
  if (replayOf !== null) reply.header('idempotent-replayed', 'true').header('original-request', replayOf);
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="Stripe"');
  // A retry would get the same stored response.
  if (kept) reply.header('stripe-should-retry', 'false');
  return reply.code(status).header('content-type', 'application/json').send(body);
}
