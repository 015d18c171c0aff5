import type { FastifyInstance, FastifyRequest } from 'fastify';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

class Refusal extends Error {
  readonly statusCode = 403;
}

/**
 * Refuses requests from pages of other sites. A foreign name that resolves to this machine (DNS rebinding) shows in the
 * Host header; a cross-site request shows in the headers that the browser adds.
 */
export function addGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!LOOPBACK_NAMES.includes(hostName(request)))
      throw new Refusal('The console only accepts requests to a loopback address.');
    if (isCrossSite(request)) throw new Refusal('Cross-site requests are rejected.');
  });
}

function hostName(request: FastifyRequest): string {
  return (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
}

/** A link from anywhere may open the page; another site may neither read nor do anything. */
function isCrossSite({ headers, method }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const opensPage =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (typeof site === 'string' && !['same-origin', 'none'].includes(site) && !opensPage) return true;
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}
