import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/app-error.ts';

/** Rejects OPTIONS requests other than CORS preflights: no endpoint supports them. */
export function refusePlainOptions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, headers }, reply, done) => {
    if (method !== 'OPTIONS' || (headers.origin && headers['access-control-request-method'])) return done();
    reply.header('allow', 'GET, POST');
    done(new AppError('method_not_allowed'));
  });
}
