import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set when the response never changes: it is compressed only once. */
    constant?: boolean;
  }
}

const zip = promisify(gzip);

/** Below this length compression saves almost nothing. */
const MIN_LENGTH = 1024;

/** Compresses text responses for clients that accept gzip. */
export function addCompression(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>();
  const zipOnce = (text: string): Promise<Buffer> => {
    const zipped = kept.get(text) ?? zip(text);
    kept.set(text, zipped);
    return zipped;
  };

  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload;
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return payload;
    reply.header('content-encoding', 'gzip');
    return request.routeOptions.config.constant ? zipOnce(payload) : zip(payload);
  });
}
