import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../reason-in.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests from pages of other sites. The Host header reveals a foreign name that resolves to this
 * machine (DNS rebinding); headers added by the browser reveal a cross-site request.
 */
export function addGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!LOOPBACK_NAMES.includes(hostName(request)))
      throw failure(403, 'The console only accepts requests to a loopback address.');
    if (isCrossSite(request)) throw failure(403, 'Cross-site requests are rejected.');
  });
}

function hostName(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
}

/** A link from any site may open the page, but other sites can neither read nor act. */
function isCrossSite({ headers, method }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const opensPage =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (typeof site === 'string' && !['same-origin', 'none'].includes(site) && !opensPage) return true;
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}
