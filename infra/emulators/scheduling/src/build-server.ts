import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Who answers a request in the place of the server that it came to; undefined for nobody else. */
export type Divert = (request: IncomingMessage) => Handler | undefined;

/** As Fastify has it in servers that it makes itself. */
const KEEP_ALIVE_MS = 72_000;

/** A server that takes requests as they are (nothing coerced, nothing stripped) and closes without waiting for clients. */
export function buildServer(divert: Divert = () => undefined): FastifyInstance {
  return Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    serverFactory: (handler) => {
      const server = createServer((request, response) => (divert(request) ?? handler)(request, response));
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      return server;
    },
  });
}
