import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

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
