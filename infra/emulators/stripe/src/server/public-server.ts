import { createHttpServer } from '@outharbor/emulator-kit/listening';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import Fastify, { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { isFromFrontDoor } from '../calls/authenticate.ts';
import { errorAnswer } from '../calls/call.ts';
import { findBreakage, outOfMemory, withFaults } from '../calls/fault-layer.ts';
import { readMultipart } from '../calls/multipart.ts';
import { ApiError, invalidRequest, unrecognizedUrl } from '../description/api-error.ts';
import { type ApiRouteDependencies, apiRoutes, nameRequest } from './api-routes.ts';
import { PARTS } from './installed.ts';
import { pageRoutes } from './page-routes.ts';

const MEGABYTE = 1024 * 1024;
const BODY_LIMIT = MEGABYTE;
/** The largest file, and the other parts of its form. */
const UPLOAD_LIMIT = 65 * MEGABYTE;

export interface PublicServerDependencies extends ApiRouteDependencies {
  readonly requests: RequestLog;
}

/** Serves the API and the hosted pages, but no control routes. */
export function buildPublicServer({ requests, ...dependencies }: PublicServerDependencies): FastifyInstance {
  const { accounts, guard } = dependencies;
  const server = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    // Node.js takes no longer path; beyond the router's default limit of 100, an id would be part of an unknown path.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (_error, { url }, reply) =>
      sendError(reply, invalidRequest(`The URL ${url} is not encoded properly.`)),
    serverFactory: (handler) =>
      createHttpServer(
        requests.record((request, response) =>
          withFaults(accounts.admit(request).faults, request, response, () => handler(request, response)),
        ),
      ),
  });
  server.addHook('onRequest', async ({ headers }) => {
    const rejection = isFromFrontDoor(headers) ? undefined : guard.rejectHost(headers);
    if (rejection !== undefined) throw new ApiError(403, 'invalid_request_error', rejection);
  });
  server.addHook('onRequest', async ({ raw, method }, reply) => {
    const rejection = method === 'POST' ? outOfMemory(accounts.of(raw).settings) : null;
    if (rejection === null) return;
    // An SDK would try again at once.
    reply.header('stripe-should-retry', 'false');
    throw rejection;
  });
  countAnswers(server, accounts);
  for (const part of PARTS) part.serve?.(server, { findSettings: ({ raw }) => accounts.of(raw).settings });
  acceptForms(server);
  answerErrors(server);
  apiRoutes(server, dependencies);
  pageRoutes(server, accounts.defaultAccount.settings.pagesPath, ({ raw }) => accounts.of(raw), PARTS);
  return server;
}

function countAnswers(server: FastifyInstance, accounts: PublicServerDependencies['accounts']): void {
  server.addHook('onResponse', async ({ raw, method, routeOptions }, { statusCode }) => {
    if (findBreakage(raw) !== null) return;
    const { counters } = accounts.of(raw);
    const key = `${method} ${routeOptions.url ?? '(no route)'} ${statusCode}`;
    counters.set(key, (counters.get(key) ?? 0) + 1);
  });
}

function acceptForms(server: FastifyInstance): void {
  // Stripe reads the parameters of a GET in its body too.
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
  server.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: UPLOAD_LIMIT },
    async (request: FastifyRequest, body: Buffer) => {
      if (request.routeOptions.url !== '/v1/files') throw unexpectedType();
      return readMultipart(body, request.headers['content-type'] ?? '');
    },
  );
  // Below /v2, Stripe takes JSON; those calls are answered by name.
  server.addContentTypeParser('*', ({ url }, payload, done) => {
    payload.resume();
    if (url.startsWith('/v2/')) done(null, '');
    else done(unexpectedType());
  });
}

function unexpectedType(): ApiError {
  return invalidRequest(
    'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
  );
}

function answerErrors(server: FastifyInstance): void {
  server.setNotFoundHandler(({ method, url }, reply) =>
    sendError(reply, unrecognizedUrl(method, url.split('?')[0] ?? url)),
  );
  server.setErrorHandler((error, _request, reply) => sendError(reply, toApiError(error)));
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { status, body } = errorAnswer(error);
  nameRequest(reply);
  return reply.code(status).header('content-type', 'application/json').send(body);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) return unexpectedType();
  if (error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) {
    return new ApiError(413, 'invalid_request_error', 'The request is larger than the emulator accepts.');
  }
  process.stderr.write(`stripe emulator: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new ApiError(500, 'api_error', 'Something went wrong in the Stripe emulator.');
}
