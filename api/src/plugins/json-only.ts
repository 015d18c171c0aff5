import type { FastifyInstance } from 'fastify';

/** Fastify also reads text/plain by default, which a form on a foreign site may send without asking. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}
