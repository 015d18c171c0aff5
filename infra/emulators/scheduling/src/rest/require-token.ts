import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { permissionDenied, unauthenticated } from './rest-error.ts';

/** Requires a bearer token on every call. Rejects others' pages and the public front door even with a token. */
export function requireToken(
  app: FastifyInstance,
  { apiToken, guard }: Pick<EmulatorContext, 'apiToken' | 'guard'>,
): void {
  const expected = digest(`Bearer ${apiToken}`);
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-emulator-public'] !== undefined) {
      throw permissionDenied('The API is not reachable through the public origin.');
    }
    const rejection = guard.rejectPage(request.headers);
    if (rejection !== undefined) throw permissionDenied(rejection);
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw unauthenticated();
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
