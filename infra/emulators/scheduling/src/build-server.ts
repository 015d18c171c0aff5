import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RequestLog } from '@outharbor/emulator-kit/request-log';
import Fastify, { type FastifyInstance } from 'fastify';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The handler that answers a request instead of the server that received it; undefined for the server itself. */
export type Divert = (request: IncomingMessage) => Handler | undefined;

/** Fastify's own default, which it does not set on a server from a factory. */
const KEEP_ALIVE_MS = 72_000;

/** A server that neither coerces nor strips what it validates, and that closes without waiting for clients. */
export function buildServer(divert: Divert = () => undefined, log?: RequestLog): FastifyInstance {
  return Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    serverFactory: (handler) => {
      const route: Handler = (request, response) => (divert(request) ?? handler)(request, response);
      const server = createServer(log?.record(route) ?? route);
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server;
    },
  });
}
