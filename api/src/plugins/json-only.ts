import type { FastifyInstance } from 'fastify';

/** Fastify parses text/plain by default, which a cross-origin form can send without a preflight. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
}
