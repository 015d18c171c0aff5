import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { permissionDenied, unauthenticated } from './rest-error.ts';

/** Requires a bearer token on every call. Rejects requests from the public front door even with a token. */
export function requireToken(app: FastifyInstance, token: string): void {
  const expected = digest(`Bearer ${token}`);
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-emulator-public'] !== undefined) {
      throw permissionDenied('The API is not reachable through the public origin.');
    }
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw unauthenticated();
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
