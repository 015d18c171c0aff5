import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import pTimeout, { TimeoutError } from 'p-timeout';
import { AppError } from '../errors/app-error.ts';

const ACCEPTED = /^[A-Za-z0-9_-]{8,64}$/;

/** Reuses the front door's request id, so that both logs refer to a request by the same id. */
export function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUID();
}

export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** JSON responses need no browser capabilities, so the policy allows none. */
export function addResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
    done();
  });
}

/** Rejects OPTIONS requests other than CORS preflights: no endpoint supports them. */
export function rejectPlainOptions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    if (method !== 'OPTIONS' || (headers.origin && headers['access-control-request-method'])) return done();
    reply.header('allow', 'GET, POST');
    done(new AppError('method_not_allowed'));
  });
}

/**
 * Answers 503 when the handler of a POST takes longer than `ms`; the work itself is not cancelled. Fastify's own
 * `handlerTimeout` ends as soon as the request's body was read.
 */
export function addTimeLimit(app: FastifyInstance, ms: number): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const running = Promise.resolve(handler.call(this, request, reply));
      try {
        return await pTimeout(running, {
          milliseconds: ms,
          message: `${route.url} took longer than ${ms} ms`,
        });
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        throw new AppError('dependency_unavailable', { cause: error });
      }
    };
  });
}
