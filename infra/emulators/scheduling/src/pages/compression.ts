import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where the answer is always the same: it is compressed once. */
    constant?: boolean;
  }
}

const zip = promisify(gzip);

/** Below this a compressed answer is hardly smaller. */
const SMALLEST = 1024;

/** Compresses what is sent as text, for clients that take it. */
export function addCompression(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>();
  const zipOnce = (text: string): Promise<Buffer> => {
    const zipped = kept.get(text) ?? zip(text);
    kept.set(text, zipped);
    return zipped;
  };

  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < SMALLEST) return payload;
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return payload;
    reply.header('content-encoding', 'gzip');
    return request.routeOptions.config.constant ? zipOnce(payload) : zip(payload);
  });
}
