import type { FastifyInstance } from 'fastify';

/** One line for each request, once it is answered; health and the like are below their routes' log level. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request answered',
    );
    done();
  });
}
