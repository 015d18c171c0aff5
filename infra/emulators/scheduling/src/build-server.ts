import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHttpServer } from '@outharbor/emulator-kit/listening';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import Fastify, { type FastifyInstance } from 'fastify';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The handler that answers a request instead of the server that received it; undefined for the server itself. */
export type Divert = (request: IncomingMessage) => Handler | undefined;

/** A server that neither coerces nor strips what it validates, and that closes without waiting for clients. */
export function buildServer(divert: Divert = () => undefined, log?: RequestLog): FastifyInstance {
  return Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    serverFactory: (handler) => {
      const route: Handler = (request, response) => (divert(request) ?? handler)(request, response);
      return createHttpServer(log?.record(route) ?? route);
    },
  });
}

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
