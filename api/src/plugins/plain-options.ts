import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** No call of ours answers OPTIONS: only a browser's preflight, which says what it is for, goes on to CORS. */
export function refusePlainOptions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    if (method !== 'OPTIONS' || (headers.origin && headers['access-control-request-method'])) return done();
    reply.header('allow', 'GET, POST');
    done(new AppError('method_not_allowed'));
  });
}
