import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PageGuard } from '@outharbor/emulator-kit/page-guard';
import type { FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { permissionDenied, unauthenticated } from './rest-error.ts';

/** Requires a bearer token on every call. Rejects others' pages and the public front door even with a token. */
export function requireToken(
  app: FastifyInstance,
  { apiToken, guard, oauth }: Pick<EmulatorContext, 'apiToken' | 'guard' | 'oauth'>,
): void {
  const expected = digest(`Bearer ${apiToken}`);
  app.addHook('onRequest', async ({ headers }) => {
    rejectOutsiders(headers, guard);
    const { authorization = '' } = headers;
    if (timingSafeEqual(digest(authorization), expected)) return;
    if (oauth.find(authorization.split(' ')[1], 'access') === undefined) throw unauthenticated();
  });
}

export function rejectOutsiders(headers: IncomingHttpHeaders, guard: PageGuard): void {
  if (headers['x-emulator-public'] !== undefined) {
    throw permissionDenied('The API is not reachable through the public origin.');
  }
  const rejection = guard.rejectPage(headers);
  if (rejection !== undefined) throw permissionDenied(rejection);
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
